import { formatRatio } from '../compare/format-cell.ts'
import { unexplainedChanges } from '../findings/explained-by-steps.ts'
import { agreementWords, findingTitle } from '../findings/finding-words.ts'
import type { StoredFinding } from '../findings/stored-finding.ts'

/** Data of a message about a finding. */
export type FindingNotification = {
  /** Id of the message, which is the same on every attempt, so that a receiver can detect duplicates. */
  id: string
  /** Kind of the event in the history of the finding: found, relapsed, recovered, acknowledge... */
  kind: string
  /** Name of the person, or Assay for changes that data cause. */
  by: string
  note: string | null
  at: string
  project: { slug: string; name: string }
  finding: StoredFinding
  /** Absolute URL of its page. */
  url: string
}

/** A headline and sentences, from which every format of a message is built. */
export type NotificationText = { headline: string; sentences: string[] }

/** Describes a finding: event, machine, number of tests, size and cause. */
export function describeFinding({ kind, by, note, project, finding }: FindingNotification): NotificationText {
  const agreement = agreementWords(finding)
  const tests = largest(finding)
  return {
    headline: `${openingOf(kind, by, finding)}: ${findingTitle(finding)}`,
    sentences: [
      ...(finding.cause === null ? [] : [sentence(finding.cause)]),
      ...(tests === '' ? [] : [tests]),
      ...knownWords(finding),
      ...(agreement === '' ? [] : [`${agreement}.`]),
      ...(note === null || kind === 'recovered' || kind === 'relapsed' ? [] : [`${by} wrote: ${note}`]),
      `Project ${project.name}.`,
    ],
  }
}

/** Returns "Regression", "Fixed in 8.4.7" or "Acknowledged by Olga". */
export function openingOf(kind: string, by: string, { direction, fixedIn, knownBug }: StoredFinding): string {
  switch (kind) {
    case 'found':
      return direction === 'worse' ? 'Regression' : 'Improvement'
    case 'relapsed':
      return 'Regression again'
    case 'recovered':
      return fixedIn === null ? 'Fixed' : `Fixed in ${fixedIn}`
    case 'reopen':
      return `Reopened by ${by}`
    case 'acknowledge':
      return `Acknowledged by ${by}`
    case 'confirm':
      return knownBug === null ? `Confirmed by ${by}` : `Confirmed by ${by} as ${knownBug}`
    case 'dismiss':
      return `Marked as not a bug by ${by}`
    default:
      return kind
  }
}

/** A sentence with the number of changes that single steps explain; empty if none or all are explained. */
function knownWords({ changes }: StoredFinding): string[] {
  const known = changes.length - unexplainedChanges(changes).length
  if (known === 0 || known === changes.length) return []
  return [`${known} of them ${known === 1 ? 'is' : 'are'} explained by a single step.`]
}

const MAX_NAMED_TESTS = 3

/** Names the largest changes; empty if the headline names the only test. */
function largest({ changes }: StoredFinding): string {
  if (changes.length < 2) return ''
  const named = changes.slice(0, MAX_NAMED_TESTS).map(({ test, ratio }) => `${test} ${formatRatio(ratio)}`)
  const more = changes.length - named.length
  return `Largest: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
