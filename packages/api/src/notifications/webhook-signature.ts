import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum age of a signed message; an older one is refused as a replay. */
const TOLERANCE_SECONDS = 300

/**
 * The value of the header Assay-Signature: `t=UNIX SECONDS,v1=HEX`, the HMAC-SHA256 of `t.body` with the secret of the
 * channel. The time is signed too, so that a recorded message cannot be replayed later.
 */
export function signWebhook(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${mac(secret, seconds, body)}`
}

/** Verifies the header as a receiver does; docs/notifications.md shows the same in other languages. */
export function isWebhookSignedBy(secret: string, body: string, header: string, now: Date): boolean {
  const [, seconds = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (given === '' || Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(Buffer.from(mac(secret, Number(seconds), body), 'hex'), Buffer.from(given, 'hex'))
}

const mac = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
