import type { Project, ProjectQueries, SealedChannel } from '@assay/db/types'
import { OPEN_FINDING_STATES } from '@assay/domain/findings/finding'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { buildDigest, describeDigest, digestSpan } from '@assay/domain/notifications/digest'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { mailBody } from './write-finding-message.ts'

const OPEN = FindingFilters.parse({ state: OPEN_FINDING_STATES })
const MAX_OPEN_FINDINGS = 1_000

/** The weekly digest in the format of the channel; null when no finding belongs in it. */
export async function writeDigestMessage({
  publicUrl,
  project,
  queries,
  channel,
  message,
}: {
  publicUrl: string
  project: Project
  queries: Pick<ProjectQueries, 'messages' | 'findings'>
  channel: SealedChannel
  message: { id: string; occasion: string }
}): Promise<string | null> {
  const week = message.occasion.replace(/^digest /, '')
  const span = digestSpan(week)
  const [happened, open] = await Promise.all([
    queries.messages.listFindingEvents(span),
    queries.findings.list(OPEN, MAX_OPEN_FINDINGS),
  ])
  const parts = buildDigest(channel, happened, open, span.until)
  if (parts.length === 0) return null
  const text = describeDigest(project.name, week, parts)
  const page = `${publicUrl}${pathOfProject(project)}/findings`
  const link = { label: 'Open the findings', url: page }
  switch (channel.kind) {
    case 'slack':
      return slackBody(text, link)
    case 'mail':
      return mailBody({ subject: text.headline, paragraphs: [text.headline, ...text.sentences], link })
    case 'webhook':
      return JSON.stringify({
        format: 1,
        id: message.id,
        event: 'digest',
        week,
        title: text.headline,
        project: { slug: project.slug, name: project.name },
        parts: parts.map(({ title, findings }) => ({
          title,
          findings: findings.map(({ id, product, from, to, hardware, direction, state, changes, medianRatio }) => ({
            ...{ id, url: `${page}/${id}`, product, from, to, hardware, direction, state },
            ...{ tests: changes.length, medianRatio },
          })),
        })),
      })
  }
}
