import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type CryptoPlugin, generateSecret, generateURI, verifySync } from 'otplib'

/** A code is valid for its period of 30 s, and for the one before and after it, because clocks differ. */
const PERIOD_SECONDS = 30

/** OpenSSL of Node instead of the library's own implementation in JavaScript. RFC 6238 and all apps use SHA-1 here. */
const crypto: CryptoPlugin = {
  name: 'node',
  algorithms: ['sha1'],
  hmac: (_, key, data) => createHmac('sha1', key).update(data).digest(),
  randomBytes: (length) => randomBytes(length),
  constantTimeEqual(a, b) {
    const [one, other] = [Buffer.from(a), Buffer.from(b)]
    return one.length === other.length && timingSafeEqual(one, other)
  },
}

export const newTotpSecret = (): string => generateSecret({ crypto })

/** The address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => generateURI({ issuer: 'Assay', label: email, secret })

/** Returns the period that a code belongs to, which is stored so that the code is accepted once; null for a wrong code. */
export function findTotpStep(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(at.getTime() / 1_000)
  const found = verifySync({
    secret,
    token: code,
    epoch,
    period: PERIOD_SECONDS,
    epochTolerance: PERIOD_SECONDS,
    crypto,
  })
  return found.valid ? Math.floor(epoch / PERIOD_SECONDS) + found.delta : null
}

const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_FORM = /^(?:[a-z2-9]{5}-?){4}[a-z2-9]{5}$/

/** Codes of 123 random bits, each of which replaces the app once; with so many bits a keyed hash needs no key stretching. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 5 }, part).join('-'))

const part = () => Array.from({ length: 5 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

export const isRecoveryCode = (code: string): boolean => RECOVERY_FORM.test(code)

/** Creates the stored form of recovery codes. A leaked table does not contain the key. */
function recoveryCodeHasher(secret: string): (personId: string, code: string) => string {
  const key = createHmac('sha256', secret).update('assay recovery codes').digest()
  return (personId, code) =>
    createHmac('sha256', key)
      .update(`${personId} ${code.replaceAll('-', '')}`)
      .digest('hex')
}

/**
 * Creates the forms in which a recovery code may be stored, the present one first.
 *
 * @param previous ASSAY_SECRET_PREVIOUS; undefined when the secret was never rotated.
 */
export function recoveryCodeHashes(secret: string, previous: string | undefined) {
  const hashers = [secret, ...(previous === undefined ? [] : [previous])].map(recoveryCodeHasher)
  return (personId: string, code: string): string[] => hashers.map((hash) => hash(personId, code))
}
