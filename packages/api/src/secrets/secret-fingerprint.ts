import { createHmac } from 'node:crypto'

/**
 * Identifies a secret without revealing it. The database stores it with the values that were encrypted or hashed with
 * the secret.
 */
export const secretFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('assay: fingerprint of the server secret').digest('hex')
