import type { ClaimedMessage, SealedTarget } from '@assay/db/types'
import { z } from 'zod'
import type { DeliverServices } from './delivery-services.ts'
import { postMessage } from './post-webhook.ts'
import { sign } from './webhook-signature.ts'

export type Outcome = { delivered: boolean; status: number | null; reply: string }

/** A failure rather than the end of it: another worker may have the right secret. */
const OTHER_KEY: Outcome = {
  delivered: false,
  status: null,
  reply: 'Its address or secret was encrypted under another ASSAY_SECRET. Set that again, or make the target again.',
}

const MailParts = z.object({ subject: z.string(), text: z.string(), html: z.string() })

/** One attempt. `dropped` says why nothing was tried and nothing will be. */
export async function sendMessage(
  services: DeliverServices,
  { target, message, body }: { target: SealedTarget; message: ClaimedMessage; body: string },
): Promise<Outcome | { dropped: string }> {
  if (target.kind === 'mail') return sendMail(services, { target, message, body })
  const address = target.addressSealed === null ? null : services.vault.open(target.addressSealed)
  const secret = target.secretSealed === null ? null : services.vault.open(target.secretSealed)
  if (address === null || (target.kind === 'webhook' && secret === null)) {
    return OTHER_KEY
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(target.kind === 'webhook' && {
      'assay-message': message.id,
      'assay-attempt': String(message.attempts),
      'assay-signature': sign(secret ?? '', body, services.now()),
    }),
  }
  return postMessage({ url: address, body, headers }, services.addresses)
}

async function sendMail(
  { db, mail, vault }: DeliverServices,
  { target, message, body }: { target: SealedTarget; message: ClaimedMessage; body: string },
): Promise<Outcome | { dropped: string }> {
  const own = target.personId === null ? null : await db.telling.addressOf(target.personId)
  if (own?.verified === false) return { dropped: 'The address of the account is not verified.' }
  const to = own?.email ?? (target.addressSealed === null ? null : vault.open(target.addressSealed))
  if (to === null) return OTHER_KEY
  try {
    const sent = await mail.sendMail({ to, ...MailParts.parse(JSON.parse(body)), messageId: message.id })
    if (sent === 'not-configured') return { dropped: 'This server sends no mail.' }
    return { delivered: true, status: null, reply: 'The mail server took it.' }
  } catch (error) {
    return { delivered: false, status: null, reply: error instanceof Error ? error.message : String(error) }
  }
}
