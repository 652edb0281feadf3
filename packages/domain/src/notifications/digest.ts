import { findingTitle } from '../findings/finding-words.ts'
import type { StoredFinding } from '../findings/stored-finding.ts'
import type { ChannelOptions } from './channel-options.ts'
import type { NotificationText } from './finding-notification.ts'
import { matchesFilters } from './match-subscription.ts'

const WEEK_MS = 7 * 86_400_000
/** Age from which open findings are listed in every digest. */
const LONG_MS = 4 * WEEK_MS
const MAX_LISTED_FINDINGS = 10

/** An event in the history of a finding, with the current state of the finding. */
export type FindingStep = { kind: string; finding: StoredFinding }

type DigestSection = { title: string; findings: StoredFinding[] }

/** The period of a weekly digest: the seven days that end on its Monday, so that weeks never overlap. */
export function digestSpan(week: string): { since: Date; until: Date } {
  const until = Date.parse(`${week}T08:00:00Z`)
  return { since: new Date(until - WEEK_MS), until: new Date(until) }
}

/**
 * Builds a digest: events of a week that match the filters of a channel, and findings that wait for a decision. Empty
 * sections are left out.
 */
export function buildDigest(
  options: Pick<ChannelOptions, 'products' | 'hardware' | 'directions' | 'least'>,
  happened: readonly FindingStep[],
  open: readonly StoredFinding[],
  until: Date,
): DigestSection[] {
  const of = (...kinds: string[]) => {
    const found = happened
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ finding }) => [finding.id, finding] as const)
    return [...new Map(found).values()]
  }
  const waiting = open.filter(({ createdAt }) => Date.parse(createdAt) < until.getTime() - LONG_MS)
  const parts = [
    { title: 'New', findings: of('found').filter(({ state }) => state !== 'not a bug') },
    { title: 'Worse again', findings: of('relapsed', 'reopen') },
    { title: 'Confirmed', findings: of('confirm') },
    { title: 'Fixed', findings: of('recovered').filter(({ state }) => state === 'fixed') },
    { title: 'Open for more than four weeks', findings: waiting },
  ]
  return parts
    .map(({ title, findings }) => ({ title, findings: findings.filter((finding) => matchesFilters(options, finding)) }))
    .filter(({ findings }) => findings.length > 0)
}

/** The text of a digest; new findings come first. */
export function describeDigest(project: string, week: string, parts: readonly DigestSection[]): NotificationText {
  const counts = parts.map(({ title, findings }) => `${findings.length} ${title.toLowerCase()}`)
  return {
    headline: `${project}, the week to ${week}: ${counts.join(', ')}`,
    sentences: parts.flatMap(({ title, findings }) => [
      `${title}:`,
      ...findings.slice(0, MAX_LISTED_FINDINGS).map((finding) => `- ${findingTitle(finding)}`),
      ...(findings.length > MAX_LISTED_FINDINGS ? [`- and ${findings.length - MAX_LISTED_FINDINGS} more`] : []),
    ]),
  }
}
