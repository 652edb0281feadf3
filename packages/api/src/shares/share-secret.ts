import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** True for text in the form of `createSecret`; other text needs no query. */
export const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Creates the secret of an address, which is returned once, and its hash for storage. */
export function newSecret(): { secret: string; secretSha256: string } {
  const secret = createSecret()
  return { secret, secretSha256: hashSecret(secret) }
}

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** Cookie value of a browser that entered the password. It is valid for this share only, until the password changes. */
export const passwordProof = (share: { id: string; passwordHash: string | null }): string =>
  createHmac('sha256', share.passwordHash ?? '')
    .update(`share ${share.id}`)
    .digest('base64url')

export function isPasswordProof(share: { id: string; passwordHash: string | null }, proof: string): boolean {
  const [expected, given] = [Buffer.from(passwordProof(share)), Buffer.from(proof)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
