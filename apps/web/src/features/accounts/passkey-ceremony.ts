import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { authPath } from '../../paths.ts'

// The two ceremonies of WebAuthn: request a challenge from the server, let the browser sign it, send the response.

/** Signs in. @returns the error in a sentence; null on success */
export const proveByPasskey = (): Promise<string | null> =>
  perform(async () => {
    const optionsJSON = await read(await fetch(authPath('passkey/generate-authenticate-options')))
    const response = await startAuthentication({ optionsJSON })
    await read(await post('passkey/verify-authentication', { response }))
  }, 'This passkey is not registered on this server.')

/** Adds a passkey with that name. */
export const addPasskey = (name: string): Promise<string | null> =>
  perform(async () => {
    const optionsJSON = await read(await fetch(authPath('passkey/generate-register-options')))
    const response = await startRegistration({ optionsJSON })
    await read(await post('passkey/verify-registration', { response, name }))
  }, 'The passkey could not be added.')

class Refused extends Error {}

async function perform(ceremony: () => Promise<void>, refused: string): Promise<string | null> {
  try {
    await ceremony()
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message || refused
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
      return 'This device has a passkey for your account already.'
    }
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
      return 'The request was canceled, or took too long.'
    }
    return 'This browser does not support passkeys.'
  }
}

const post = (path: string, body: unknown) =>
  fetch(authPath(path), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function read(response: Response) {
  if (response.ok) return response.json()
  if (response.status === 429) throw new Refused('Too many attempts. Try again in some minutes.')
  const body: unknown = await response.json().catch(() => null)
  const stale = typeof body === 'object' && body !== null && 'code' in body && body.code === 'SESSION_NOT_FRESH'
  throw new Refused(stale ? 'This action needs a sign-in within the last 15 minutes. Sign out and in again.' : '')
}
