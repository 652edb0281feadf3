import type { ClaimedMessage, MessageSubject, Project } from '@assay/db/types'
import { type FindingTelling, toldFinding } from '@assay/domain/notifications/finding-notification'
import type { TellingTarget } from '@assay/domain/notifications/notification-channel'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { webhookBody } from '@assay/domain/notifications/webhook-body'
import { writeMail } from '../mail/mail.ts'

/** What a target is sent of a finding, in its own form; of a mail the JSON of its parts. */
export function writeMessage({
  publicUrl,
  project,
  target,
  message,
  finding,
  event,
}: MessageSubject & {
  publicUrl: string
  project: Pick<Project, 'slug' | 'name'>
  target: Pick<TellingTarget, 'kind'>
  message: Pick<ClaimedMessage, 'id' | 'kind' | 'createdAt'>
}): string {
  const telling: FindingTelling = {
    id: message.id,
    kind: message.kind,
    by: event?.by ?? 'Assay',
    note: event?.note ?? null,
    at: event?.at ?? message.createdAt,
    project,
    finding,
    url: `${publicUrl}/p/${encodeURIComponent(project.slug)}/findings/${finding.id}`,
  }
  const told = toldFinding(telling)
  const link = { label: 'Open the finding', url: telling.url }
  switch (target.kind) {
    case 'webhook':
      return webhookBody(telling)
    case 'slack':
      return slackBody(told, link)
    case 'mail':
      return mailBody({ subject: told.headline, paragraphs: [told.headline, ...told.sentences], link })
  }
}

/** A mail without its address, which is looked up when it is sent. */
export function mailBody(letter: Omit<Parameters<typeof writeMail>[0], 'to'>): string {
  const { to: _to, ...parts } = writeMail({ ...letter, to: '' })
  return JSON.stringify(parts)
}
