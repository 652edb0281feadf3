import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '@assay/db/types'

const ID_BYTES = 16
const SECRET = /^[A-Za-z0-9_-]{64}$/
const EARLIER_SECRET = /^[A-Za-z0-9_-]{43}$/

/**
 * Creates the secret of an address: the id of its project and 256 random bits, base64url. By the id a link is found in
 * one look-up, in a database that is distributed by project, too.
 */
export const createSecret = (projectId: string): string =>
  Buffer.concat([Buffer.from(projectId.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url')

/**
 * Reads the secret of an address. Secrets of earlier versions name no project.
 *
 * @returns null for text in another form, which needs no query.
 */
export function parseSecret(text: string): SecretKey | null {
  if (EARLIER_SECRET.test(text)) return { secretSha256: hashSecret(text), projectId: null }
  if (!SECRET.test(text)) return null
  const hex = Buffer.from(text, 'base64url').toString('hex', 0, ID_BYTES)
  const projectId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { secretSha256: hashSecret(text), projectId }
}

/** Creates the secret of an address in a project, which is returned once, and its hash for storage. */
export function newSecret({ project }: { project: { id: string } }): { secret: string; secretSha256: string } {
  const secret = createSecret(project.id)
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
