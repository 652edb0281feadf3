import { hostCookieName, writeHostCookie } from '@assay/domain/account/host-cookie'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { services } from './web-services.ts'

// Recovery codes are shown once, on the page after the form. Until then the browser keeps them, encrypted by the server,
// so that no table and no address contains them.

const COOKIE = 'assay-recovery-codes'
const MAX_AGE_SECONDS = 300

const Codes = z.object({ sessionId: z.string(), until: z.number(), codes: z.array(z.string()) })

export async function writeRecoveryCookie(sessionId: string, codes: readonly string[]): Promise<string> {
  const { vault, now, publicUrl } = await services()
  const until = now().getTime() + MAX_AGE_SECONDS * 1_000
  const value = vault.seal(JSON.stringify({ sessionId, until, codes }))
  return writeHostCookie(COOKIE, value, { url: publicUrl, maxAgeSeconds: MAX_AGE_SECONDS })
}

/** Returns the codes of this session; empty when there are none, or when they were shown long enough. */
export async function readRecoveryCookie(sessionId: string): Promise<string[]> {
  const { vault, now, publicUrl } = await services()
  const cookie = (await cookies()).get(hostCookieName(COOKIE, publicUrl))?.value
  const text = cookie === undefined ? null : vault.open(cookie)
  if (text === null) return []
  const parsed = Codes.parse(JSON.parse(text))
  return parsed.sessionId === sessionId && parsed.until > now().getTime() ? parsed.codes : []
}
