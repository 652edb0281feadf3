import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hostCookieName, writeHostCookie } from '@assay/domain/account/host-cookie'
import type { RequestFacts } from '../access/request-facts.ts'

/** Time for which a browser is known after a sign-in with password. */
const COOKIE = 'assay-browser'
const KNOWN_SECONDS = 180 * 24 * 3600
/** Accounts that one browser is known for; the oldest is dropped. */
const MAX_ACCOUNTS = 5

/**
 * Recognizes browsers in which an account signed in before. Their attempts are counted separately, so that a person who
 * guesses passwords elsewhere does not lock the owner out. The cookie proves nothing else and names no account.
 */
export type KnownBrowsers = {
  /** Id of the browser; null when the account never signed in there. */
  find(request: RequestFacts, email: string): string | null
  /** Cookie that adds this account to the accounts for which the browser is known. */
  cookieFor(request: RequestFacts, email: string): string
}

export function knownBrowsers({
  secret,
  publicUrl,
  now,
}: {
  secret: string
  publicUrl: string
  now: () => Date
}): KnownBrowsers {
  const name = hostCookieName(COOKIE, publicUrl)
  const key = createHmac('sha256', secret).update('assay known browsers').digest()
  const proofOf = (id: string, email: string) =>
    createHmac('sha256', key).update(`${id} ${email.toLowerCase()}`).digest('base64url')

  const isProof = (id: string, email: string, proof: string) => {
    const [right, given] = [Buffer.from(proofOf(id, email)), Buffer.from(proof)]
    return right.length === given.length && timingSafeEqual(right, given)
  }
  const isRecent = (id: string) => {
    const age = now().getTime() / 1000 - Number.parseInt(id.split('-')[0] ?? '', 36)
    return age < KNOWN_SECONDS
  }
  const readProofs = ({ headers }: RequestFacts) => {
    const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
    const value = cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    return value.split('~', MAX_ACCOUNTS).map((pair) => {
      const [id = '', proof = ''] = pair.split('.')
      return { id, proof }
    })
  }
  const findId = (request: RequestFacts, email: string) =>
    readProofs(request).find(({ id, proof }) => isProof(id, email, proof) && isRecent(id))?.id ?? null

  return {
    find: findId,
    cookieFor(request, email) {
      const id = `${Math.floor(now().getTime() / 1000).toString(36)}-${randomBytes(12).toString('base64url')}`
      const others = readProofs(request).filter(({ id, proof }) => proof !== '' && !isProof(id, email, proof))
      const all = [{ id, proof: proofOf(id, email) }, ...others].slice(0, MAX_ACCOUNTS)
      const value = all.map((one) => `${one.id}.${one.proof}`).join('~')
      return writeHostCookie(COOKIE, value, { url: publicUrl, maxAgeSeconds: KNOWN_SECONDS })
    },
  }
}
