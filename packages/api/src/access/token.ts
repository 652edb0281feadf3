import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256Hex } from '../attachments/attachment-store.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = /^assay_(runner|reader|personal|service)_([0-9A-Za-z]{30})_([0-9A-Za-z]{6})$/

/**
 * A new API token, shown once and stored only as a hash: a prefix that scanners find, 178 random bits, and a
 * checksum so that a typing error is refused without asking the database.
 */
export function makeToken(kind: 'runner' | 'reader' | 'personal' | 'service'): string {
  const secret = Array.from({ length: 30 }, () => BASE62.charAt(randomInt(62))).join('')
  return `assay_${kind}_${secret}_${checksum(secret)}`
}

/** True when the text has the form of a token and its checksum fits. */
export function isWellFormedToken(text: string): boolean {
  const match = FORM.exec(text)
  return match !== null && checksum(match[2] ?? '') === match[3]
}

/** What is stored of a token: sha256 over the whole of it, hex (enough for 178 random bits; ASVS 5.0 6.5.2). */
export const hashToken = (token: string): string => sha256Hex(token)

function checksum(secret: string): string {
  let value = crc32(secret)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = BASE62.charAt(value % 62) + text
    value = Math.floor(value / 62)
  }
  return text
}
