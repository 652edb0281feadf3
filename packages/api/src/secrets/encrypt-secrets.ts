import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that must be read again, such as the secret of a webhook, so that a copy of the database does not reveal them. */
export type Vault = {
  seal(text: string): string
  /** Null when the text was sealed with another key or was changed. */
  open(sealed: string): string | null
}

const FORM = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Opens AES-256-GCM encryption with a key that is derived from the server's secret. Values that were sealed with the
 * previous secret can still be opened; without it, addresses and secrets of channels must be set again, and the log of
 * a channel says so.
 *
 * @param previous ASSAY_SECRET_PREVIOUS; undefined when the secret was never rotated.
 */
export function openVault(secret: string, previous?: string): Vault {
  const key = keyOf(secret)
  const keys = [key, ...(previous === undefined ? [] : [keyOf(previous)])]
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${FORM}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(sealed) {
      const [form, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (form !== FORM || bytes.length < IV_BYTES + TAG_BYTES) return null
      return keys.map((one) => decrypt(bytes, one)).find((opened) => opened !== null) ?? null
    },
  }
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'assay vault', 32))

/** Null when the bytes were sealed with another key or were changed. */
function decrypt(bytes: Buffer, key: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    // GCM throws when the tag does not match.
    return null
  }
}
