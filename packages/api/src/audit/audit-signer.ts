import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import type { HeadSigner } from '@assay/db/types'
import { type AuditLogName, type ChainHead, headText } from '@assay/domain/audit/audit-chain'

/** Signs the heads of audit logs with a key that is derived from the secret of the server and not stored anywhere. */
export type AuditSigner = HeadSigner & {
  /** The public key as base64 of its SPKI form, which `openssl pkey -pubin -inform der` reads. */
  publicKey: string
}

/** @param previous ASSAY_SECRET_PREVIOUS; undefined when the secret was never rotated. */
export function createAuditSigner(secret: string, previous?: string): AuditSigner {
  const privateKey = keyOf(secret)
  const key = createPublicKey(privateKey)
  const previousKey = previous === undefined ? null : createPublicKey(keyOf(previous))
  return {
    publicKey: key.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (log, head) => sign(null, Buffer.from(headText(log, head)), privateKey).toString('base64'),
    signedWith(log, head, signature) {
      if (isSigned(key, { log, head, signature })) return 'secret'
      const isPrevious = previousKey !== null && isSigned(previousKey, { log, head, signature })
      return isPrevious ? 'previous-secret' : 'unknown'
    },
  }
}

type SignedHead = { log: AuditLogName; head: ChainHead; signature: string }

/** True when the signature fits the head and this public key, as written in an export. */
export function isSignedBy(publicKey: string, signed: SignedHead): boolean {
  try {
    return isSigned(createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' }), signed)
  } catch {
    // The text is not a key.
    return false
  }
}

const isSigned = (key: KeyObject, { log, head, signature }: SignedHead): boolean =>
  verify(null, Buffer.from(headText(log, head)), key, Buffer.from(signature, 'base64'))

/** The DER header of an Ed25519 private key of 32 bytes (RFC 8410). */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'assay audit log', 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), type: 'pkcs8', format: 'der' })
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
