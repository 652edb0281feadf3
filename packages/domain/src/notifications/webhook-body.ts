import type { FindingNotification } from './finding-notification.ts'
import { describeFinding } from './finding-notification.ts'
import { notificationEventOf } from './notification-event.ts'

const MAX_CHANGES = 50

/** Webhook body for one finding, as JSON. docs/notifications.md lists the fields; new ones may be added. */
export function webhookBody(notification: FindingNotification): string {
  const { id, kind, by, note, at, project, finding, url } = notification
  const { changes, judged, medianRatio, cause, agree, of, state, fixedIn, knownBug } = finding
  return JSON.stringify({
    format: 1,
    id,
    event: `finding.${notificationEventOf(kind) ?? kind}`,
    at,
    title: describeFinding(notification).headline,
    by,
    note,
    project: { slug: project.slug, name: project.name },
    finding: {
      id: finding.id,
      url,
      product: finding.product,
      from: finding.from,
      to: finding.to,
      hardware: finding.hardware,
      direction: finding.direction,
      state,
      tests: changes.length,
      judged,
      medianRatio,
      cause,
      agree,
      of,
      fixedIn,
      knownBug,
      changes: changes
        .slice(0, MAX_CHANGES)
        .map(({ benchmark, workload, test, clients, metric, line, value, baseValue, ratio, low, high }) => ({
          benchmark,
          workload,
          test,
          clients,
          metric,
          line,
          value,
          baseValue,
          ratio,
          low,
          high,
        })),
    },
  })
}
