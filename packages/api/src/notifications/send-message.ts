import type { ClaimedMessage, SealedChannel } from '@assay/db/types'
import { z } from 'zod'
import type { DeliveryServices } from './delivery-services.ts'
import { postWebhook } from './post-webhook.ts'
import { signWebhook } from './webhook-signature.ts'

export type Outcome = { delivered: boolean; status: number | null; reply: string }

/** Counts as a failed attempt, so that a worker with the right ASSAY_SECRET can send the message later. */
const OTHER_KEY: Outcome = {
  delivered: false,
  status: null,
  reply:
    'Its address or secret was encrypted under another ASSAY_SECRET. Set that secret again, or create the channel again.',
}

const MailParts = z.object({ subject: z.string(), text: z.string(), html: z.string() })

/** Makes one attempt. `dropped` is the reason why the message will never be sent. */
export async function sendMessage(
  services: DeliveryServices,
  { channel, message, body }: { channel: SealedChannel; message: ClaimedMessage; body: string },
): Promise<Outcome | { dropped: string }> {
  if (channel.kind === 'mail') return sendMail(services, { channel, message, body })
  const address = channel.addressSealed === null ? null : services.vault.open(channel.addressSealed)
  const secret = channel.secretSealed === null ? null : services.vault.open(channel.secretSealed)
  if (address === null || (channel.kind === 'webhook' && secret === null)) {
    return OTHER_KEY
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(channel.kind === 'webhook' && {
      'assay-message': message.id,
      'assay-attempt': String(message.attempts),
      'assay-signature': signWebhook(secret ?? '', body, services.now()),
    }),
  }
  return postWebhook({ url: address, body, headers }, services.addresses)
}

async function sendMail(
  { db, mail, vault }: DeliveryServices,
  { channel, message, body }: { channel: SealedChannel; message: ClaimedMessage; body: string },
): Promise<Outcome | { dropped: string }> {
  const own = channel.personId === null ? null : await db.channels.findMailAddress(channel.personId)
  if (own?.verified === false) return { dropped: 'The address of the account is not verified.' }
  const to = own?.email ?? (channel.addressSealed === null ? null : vault.open(channel.addressSealed))
  if (to === null) return OTHER_KEY
  try {
    const sent = await mail.sendMail({ to, ...MailParts.parse(JSON.parse(body)), messageId: message.id })
    if (sent === 'not-configured') return { dropped: 'This server sends no mail.' }
    return { delivered: true, status: null, reply: 'Accepted by the mail server.' }
  } catch (error) {
    return { delivered: false, status: null, reply: error instanceof Error ? error.message : String(error) }
  }
}
