import type { ClaimedMessage, Project } from '@assay/db/types'
import type { TellingTarget } from '@assay/domain/notifications/notification-channel'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { mailBody } from './write-finding-message.ts'

/** A message to try a target with: its form is that of the others, and it says what it is. */
export function writeTest({
  publicUrl,
  project,
  target,
  message,
}: {
  publicUrl: string
  project: Pick<Project, 'slug' | 'name'>
  target: Pick<TellingTarget, 'kind'>
  message: Pick<ClaimedMessage, 'id' | 'createdAt'>
}): string {
  const headline = `A test from Assay: ${project.name} tells of its findings here.`
  const link = { label: 'Open the findings', url: `${publicUrl}/p/${encodeURIComponent(project.slug)}/findings` }
  switch (target.kind) {
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
