import { createHmac, createSecretKey, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256Hex } from '../attachments/attachment-store.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ANYWHERE = /assay_(?:runner|reader|personal|service|auditor|scim)_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}/
const FORM = /^assay_(runner|reader|personal|service|auditor|scim)_([0-9A-Za-z]{30})_([0-9A-Za-z]{6})$/

/**
 * A new API token, shown once and stored only as a hash: a prefix that scanners find, 178 random bits, and a
 * checksum so that a typing error is refused without asking the database.
 */
export function createToken(kind: 'runner' | 'reader' | 'service' | 'auditor' | 'scim'): string {
  const secret = Array.from({ length: 30 }, () => BASE62.charAt(randomInt(62))).join('')
  return `assay_${kind}_${secret}_${checksum(secret)}`
}

/** True when the text has the form of a token and its checksum fits. */
export function isWellFormedToken(text: string): boolean {
  const match = FORM.exec(text)
  return match !== null && checksum(match[2] ?? '') === match[3]
}

/**
 * SHA-256 of a token in hex, the stored form before hashes had a key. Such a row gets the keyed hash at its next use.
 */
export const hashToken = (token: string): string => sha256Hex(token)

/**
 * Creates the stored form of a token: an HMAC with a key of this server, so that a copy of the table alone does not
 * even reveal whether a token is in it (docs/decisions/061-tokens.md).
 *
 * @param secret of the data directory or ASSAY_SECRET.
 */
export function tokenHasher(secret: string): (token: string) => string {
  // A key object is prepared once, which takes longer than the HMAC itself.
  const key = createSecretKey(createHmac('sha256', secret).update('assay api tokens').digest())
  return (token) => createHmac('sha256', key).update(token).digest('hex')
}

/**
 * Creates the forms in which earlier versions, and the previous secret, stored a token. A row that is found by one of
 * them gets the current form.
 *
 * @param previous ASSAY_SECRET_PREVIOUS; undefined when the secret was never rotated.
 */
export function formerTokenHasher(previous: string | undefined): (token: string) => string[] {
  const byPrevious = previous === undefined ? null : tokenHasher(previous)
  return (token) => [hashToken(token), ...(byPrevious === null ? [] : [byPrevious(token)])]
}

/** True when a text contains a token. */
export const holdsToken = (text: string): boolean => ANYWHERE.test(text)

function checksum(secret: string): string {
  let value = crc32(secret)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = BASE62.charAt(value % 62) + text
    value = Math.floor(value / 62)
  }
  return text
}
