import type { Project, ProjectQueries, SealedTarget } from '@assay/db/types'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { digestOf, digestSpan, toldDigest } from '@assay/domain/notifications/digest'
import { slackBody } from '@assay/domain/notifications/slack-body'
import { mailBody } from './write-finding-message.ts'

const OPEN = FindingFilters.parse({ state: ['new', 'acknowledged', 'confirmed'] })
const MAX_OPEN_FINDINGS = 1_000

/** The week in review for a target; null when there is nothing to say. */
export async function writeDigest({
  publicUrl,
  project,
  queries,
  target,
  message,
}: {
  publicUrl: string
  project: Project
  queries: Pick<ProjectQueries, 'messages' | 'findings'>
  target: SealedTarget
  message: { id: string; occasion: string }
}): Promise<string | null> {
  const week = message.occasion.replace(/^digest /, '')
  const span = digestSpan(week)
  const [happened, open] = await Promise.all([
    queries.messages.happened(span),
    queries.findings.list(OPEN, MAX_OPEN_FINDINGS),
  ])
  const parts = digestOf(target, happened, open, span.until)
  if (parts.length === 0) return null
  const told = toldDigest(project.name, week, parts)
  const page = `${publicUrl}/p/${encodeURIComponent(project.slug)}/findings`
  const link = { label: 'Open the findings', url: page }
  switch (target.kind) {
    case 'slack':
      return slackBody(told, link)
    case 'mail':
      return mailBody({ subject: told.headline, paragraphs: [told.headline, ...told.sentences], link })
    case 'webhook':
      return JSON.stringify({
        format: 1,
        id: message.id,
        event: 'digest',
        week,
        title: told.headline,
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
