import { z } from 'zod'
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER, type RequestFacts } from '../access/request-facts.ts'
import { type CookieSecrets, signWithPresentSecret } from './session-cookie.ts'

const Body = z.looseObject({ code: z.string().optional(), url: z.string().optional() }).nullable().catch(null)

/** A response of the identity library. */
type LibraryResponse = { ok: boolean; code: string; url: string; cookies: readonly string[] }

/**
 * Parses a response, including one that refuses the request.
 *
 * @throws Error when the library itself failed: the database is unavailable, or an audit event could not be written.
 */
export async function readLibraryResponse(response: Response): Promise<LibraryResponse> {
  if (response.status >= 500) throw new Error(`the identity library answered ${response.status}`)
  const body = Body.parse(await response.json().catch(() => null))
  return { ok: response.ok, code: body?.code ?? '', url: body?.url ?? '', cookies: response.headers.getSetCookie() }
}

const PASSED = ['cookie', 'user-agent', CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER]

/** Returns the request headers that the library needs. */
export function headersForLibrary(request: RequestFacts, secrets: CookieSecrets): Headers {
  const headers = new Headers()
  for (const name of PASSED) {
    const sent = request.headers.get(name)
    const value = name === 'cookie' ? signWithPresentSecret(sent, secrets) : sent
    if (value !== null) headers.set(name, value)
  }
  return headers
}
