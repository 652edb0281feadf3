import type { ClaimedMessage, MessageSubject, Project } from '@assay/db/types'
import { describeFindings, type SummaryEntry, summaryWebhookBody } from '@assay/domain/notifications/findings-summary'
import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { mailBody } from './write-finding-message.ts'

/** A summary of several findings in the format of the channel. */
export function writeSummaryMessage({
  publicUrl,
  project,
  channel,
  message,
  subjects,
}: {
  publicUrl: string
  project: Pick<Project, 'slug' | 'name' | 'organization'>
  channel: Pick<NotificationChannel, 'kind'>
  message: Pick<ClaimedMessage, 'id' | 'createdAt'>
  subjects: readonly (MessageSubject & { kind: string })[]
}): string {
  const page = `${publicUrl}${pathOfProject(project)}/findings`
  const parts = subjects.map(({ kind, finding, event }): SummaryEntry => {
    return { kind, by: event?.by ?? 'Assay', finding, url: `${page}/${finding.id}` }
  })
  const text = describeFindings(project.name, parts)
  const link = { label: 'Open the findings', url: page }
  switch (channel.kind) {
    case 'webhook': {
      const { slug, name } = project
      return summaryWebhookBody({ id: message.id, at: message.createdAt, project: { slug, name } }, parts)
    }
    case 'slack':
      return slackBody(text, link)
    case 'mail':
      return mailBody({ subject: text.headline, paragraphs: [text.headline, ...text.sentences], link })
  }
}
