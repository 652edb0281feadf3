import { timingSafeEqual } from 'node:crypto'
import type { Project } from '@assay/db/types'
import type { Services } from '../services.ts'

/** The notification that an address belongs to; it names the recipient, the spec and its comments. */
export type ReplyKey = { projectId: string; messageId: string }

const PROJECT_BYTES = 8
const MESSAGE_BYTES = 16
const SIGNATURE_BYTES = 10
/** Base32 of RFC 4648 in lower case, because mail servers may change the case of an address. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const SECRET_CHARACTERS = Math.ceil(((PROJECT_BYTES + MESSAGE_BYTES + SIGNATURE_BYTES) * 8) / 5)
/** The part of an address before the @ has at most 64 octets (RFC 5321, 4.5.3.1.1). */
export const MAX_REPLY_NAME_CHARACTERS = 64 - 1 - SECRET_CHARACTERS

/**
 * Creates the address to which answers to a notification are sent, such as `reply+SECRET@lab.test`. The secret is the id
 * of the notification with a signature, so nothing is stored, and a made-up address is refused without a query.
 *
 * @param address ASSAY_REPLY_ADDRESS, such as `reply@lab.test`.
 */
export function createReplyAddress({ tokenHash }: Pick<Services, 'tokenHash'>, address: string, key: ReplyKey): string {
  const at = address.lastIndexOf('@')
  const secret = Buffer.concat([
    bytesOf(key.projectId).subarray(0, PROJECT_BYTES),
    bytesOf(key.messageId),
    signatureOf(tokenHash, key),
  ])
  return `${address.slice(0, at)}+${toBase32(secret)}${address.slice(at)}`
}

/**
 * Finds the notification of the first address with a valid signature; null without one.
 *
 * @param recipients addresses of the mail.
 */
export async function readReplyAddress(
  { db, tokenHash }: Pick<Services, 'db' | 'tokenHash'>,
  address: string,
  recipients: readonly string[],
): Promise<{ project: Project; messageId: string } | null> {
  const secrets = recipients.flatMap((recipient) => secretOf(address, recipient) ?? [])
  if (secrets.length === 0) return null
  const projects = await db.projects.list()
  for (const secret of secrets) {
    const messageId = uuidOf(secret.subarray(PROJECT_BYTES, PROJECT_BYTES + MESSAGE_BYTES))
    const signature = secret.subarray(PROJECT_BYTES + MESSAGE_BYTES)
    const project = projects.find(
      ({ id }) =>
        bytesOf(id).subarray(0, PROJECT_BYTES).equals(secret.subarray(0, PROJECT_BYTES)) &&
        timingSafeEqual(signatureOf(tokenHash, { projectId: id, messageId }), signature),
    )
    if (project !== undefined) return { project, messageId }
  }
  return null
}

function secretOf(address: string, recipient: string): Buffer | null {
  const at = address.lastIndexOf('@')
  const [head, tail] = [`${address.slice(0, at)}+`.toLowerCase(), address.slice(at).toLowerCase()]
  const found = recipient.trim().toLowerCase()
  if (!found.startsWith(head) || !found.endsWith(tail)) return null
  return fromBase32(found.slice(head.length, -tail.length))
}

const signatureOf = (tokenHash: Services['tokenHash'], { projectId, messageId }: ReplyKey): Buffer =>
  Buffer.from(tokenHash(`mail reply ${projectId} ${messageId}`), 'hex').subarray(0, SIGNATURE_BYTES)

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('')
}

function fromBase32(text: string): Buffer | null {
  if (text.length !== SECRET_CHARACTERS || !/^[a-z2-7]+$/.test(text)) return null
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  // The bits after the last byte are zero, so that there is one address for each notification.
  return toBase32(bytes) === text ? bytes : null
}
