import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what must be read again, such as the secret of a webhook, so that a copy of the database does not tell it. */
export type Vault = {
  seal(text: string): string
  /** Null for what another key has sealed, or somebody changed. */
  open(sealed: string): string | null
}

const FORM = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM by a key made of the server's secret: whoever changes that has to set the addresses and secrets of targets
 * again, which their pages say.
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
        // What GCM throws when the tag does not fit.
        return null
      }
    },
  }
}
