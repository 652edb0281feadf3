import type { ClaimedMessage, MessageSubject, Project } from '@assay/db/types'
import { describeFinding, type FindingNotification } from '@assay/domain/notifications/finding-notification'
import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { webhookBody } from '@assay/domain/notifications/webhook-body'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { writeMail } from '../mail/mail.ts'

/** A notification of a finding in the format of the channel; for a mail, the JSON of its parts. */
export function writeFindingMessage({
  publicUrl,
  project,
  channel,
  message,
  finding,
  event,
}: MessageSubject & {
  publicUrl: string
  project: Pick<Project, 'slug' | 'name' | 'organization'>
  channel: Pick<NotificationChannel, 'kind'>
  message: Pick<ClaimedMessage, 'id' | 'kind' | 'createdAt'>
}): string {
  const notification: FindingNotification = {
    id: message.id,
    kind: message.kind,
    by: event?.by ?? 'Assay',
    note: event?.note ?? null,
    at: event?.at ?? message.createdAt,
    project,
    finding,
    url: `${publicUrl}${pathOfProject(project)}/findings/${finding.id}`,
  }
  const text = describeFinding(notification)
  const link = { label: 'Open the finding', url: notification.url }
  switch (channel.kind) {
    case 'webhook':
      return webhookBody(notification)
    case 'slack':
      return slackBody(text, link)
    case 'mail':
      return mailBody({ subject: text.headline, paragraphs: [text.headline, ...text.sentences], link })
  }
}

/** Serializes a mail without its address, which is looked up when it is sent. */
export function mailBody(letter: Omit<Parameters<typeof writeMail>[0], 'to'>): string {
  const { to: _to, ...parts } = writeMail({ ...letter, to: '' })
  return JSON.stringify(parts)
}
