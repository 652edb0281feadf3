import { findingTitle } from '../findings/finding-words.ts'
import type { StoredFinding } from '../findings/stored-finding.ts'
import { type NotificationText, openingOf } from './finding-notification.ts'
import { notificationEventOf } from './notification-event.ts'

/** One of several events of findings in a message. */
export type SummaryEntry = { kind: string; by: string; finding: StoredFinding; url: string }

const MAX_LISTED_FINDINGS = 20
const MAX_WEBHOOK_FINDINGS = 200

/** Describes many findings by their counts and the names of the largest. */
export function describeFindings(project: string, parts: readonly SummaryEntry[]): NotificationText {
  const named = parts.slice(0, MAX_LISTED_FINDINGS).map(({ kind, by, finding }) => {
    return `- ${openingOf(kind, by, finding)}: ${findingTitle(finding)}`
  })
  return {
    headline: `${project}: ${parts.length} findings in an hour: ${countsOf(parts)}`,
    sentences: [...named, ...(parts.length > named.length ? [`- and ${parts.length - named.length} more`] : [])],
  }
}

/** Formats "12 regressions, 3 improvements, 2 fixed". */
function countsOf(parts: readonly SummaryEntry[]): string {
  const words = parts.map(({ kind, finding }) => WORDS[notificationEventOf(kind) ?? 'found'](finding))
  return [...Map.groupBy(words, (word) => word)]
    .map(([word, all]) => `${all.length} ${all.length === 1 ? word : (PLURALS[word] ?? word)}`)
    .join(', ')
}

const PLURALS: Readonly<Record<string, string>> = { regression: 'regressions', improvement: 'improvements' }

const WORDS = {
  found: ({ direction }: StoredFinding) => (direction === 'worse' ? 'regression' : 'improvement'),
  reopened: () => 'reopened',
  fixed: () => 'fixed',
  changed: () => 'triaged',
}

/** Webhook body for many findings; docs/notifications.md lists the fields. */
export function summaryWebhookBody(
  { id, at, project }: { id: string; at: string; project: { slug: string; name: string } },
  parts: readonly SummaryEntry[],
): string {
  return JSON.stringify({
    format: 1,
    id,
    event: 'findings',
    at,
    title: describeFindings(project.name, parts).headline,
    project,
    count: parts.length,
    findings: parts.slice(0, MAX_WEBHOOK_FINDINGS).map(({ kind, by, url, finding }) => ({
      event: `finding.${notificationEventOf(kind) ?? kind}`,
      by,
      ...{ id: finding.id, url, product: finding.product, from: finding.from, to: finding.to },
      ...{ hardware: finding.hardware, direction: finding.direction, state: finding.state },
      ...{ tests: finding.changes.length, judged: finding.judged, medianRatio: finding.medianRatio },
      ...{ cause: finding.cause, fixedIn: finding.fixedIn, knownBug: finding.knownBug },
    })),
  })
}
