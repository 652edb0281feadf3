import type { ClaimedMessage, Project } from '@assay/db/types'
import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { mailBody } from './write-finding-message.ts'

/** A test message in the format of the channel. */
export function writeTestMessage({
  publicUrl,
  project,
  channel,
  message,
}: {
  publicUrl: string
  project: Pick<Project, 'slug' | 'name' | 'organization'>
  channel: Pick<NotificationChannel, 'kind'>
  message: Pick<ClaimedMessage, 'id' | 'createdAt'>
}): string {
  const headline = `Test from Assay: notifications of findings in ${project.name} arrive here.`
  const link = { label: 'Open the findings', url: `${publicUrl}${pathOfProject(project)}/findings` }
  switch (channel.kind) {
    case 'webhook':
      return JSON.stringify({
        format: 1,
        id: message.id,
        event: 'test',
        at: message.createdAt,
        title: headline,
        project: { slug: project.slug, name: project.name },
      })
    case 'slack':
      return slackBody({ headline, sentences: [] }, link)
    case 'mail':
      return mailBody({ subject: headline, paragraphs: [headline], link })
  }
}
