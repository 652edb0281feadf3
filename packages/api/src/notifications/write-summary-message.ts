import type { ClaimedMessage, MessageSubject, Project } from '@assay/db/types'
import { type SeveralPart, severalBody, toldSeveral } from '@assay/domain/notifications/findings-summary'
import type { TellingTarget } from '@assay/domain/notifications/notification-channel'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { mailBody } from './write-finding-message.ts'

/** What a target is sent of many findings at once, in its own form. */
export function writeSeveral({
  publicUrl,
  project,
  target,
  message,
  subjects,
}: {
  publicUrl: string
  project: Pick<Project, 'slug' | 'name'>
  target: Pick<TellingTarget, 'kind'>
  message: Pick<ClaimedMessage, 'id' | 'createdAt'>
  subjects: readonly (MessageSubject & { kind: string })[]
}): string {
  const page = `${publicUrl}/p/${encodeURIComponent(project.slug)}/findings`
  const parts = subjects.map(({ kind, finding, event }): SeveralPart => {
    return { kind, by: event?.by ?? 'Assay', finding, url: `${page}/${finding.id}` }
  })
  const told = toldSeveral(project.name, parts)
  const link = { label: 'Open the findings', url: page }
  switch (target.kind) {
    case 'webhook': {
      const { slug, name } = project
      return severalBody({ id: message.id, at: message.createdAt, project: { slug, name } }, parts)
    }
    case 'slack':
      return slackBody(told, link)
    case 'mail':
      return mailBody({ subject: told.headline, paragraphs: [told.headline, ...told.sentences], link })
  }
}
