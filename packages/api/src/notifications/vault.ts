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
 * AES-256-GCM with a key that is derived from the server's secret. After a change of that secret, addresses and secrets of
 * channels must be set again; the log of a channel says so.
 */
export function openVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'assay vault', 32))
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
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        // GCM throws when the tag does not match.
        return null
      }
    },
  }
}
