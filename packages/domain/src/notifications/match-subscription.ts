import { isExplained } from '../findings/explained-by-steps.ts'
import type { FindingChange, FindingFacts } from '../findings/finding.ts'
import type { ChannelOptions, NotificationEvent } from './channel-options.ts'

/** `now` sends at once; `held` waits until a second run confirms the finding; `no` does not send. */
type SubscriptionMatch = 'now' | 'held' | 'no'

type MatchedFinding = Pick<FindingFacts, 'product' | 'hardware' | 'direction' | 'medianRatio' | 'changes' | 'agree'>

/** Decides whether a channel is notified of an event, and when. */
export function matchSubscription(
  options: Pick<ChannelOptions, 'events' | 'products' | 'hardware' | 'directions' | 'least' | 'quiet'>,
  event: NotificationEvent,
  finding: MatchedFinding,
): SubscriptionMatch {
  if (!options.events.includes(event) || !matchesFilters(options, finding)) return 'no'
  // The steps that explain it are findings with notifications of their own.
  if (event !== 'changed' && isExplained(finding)) return 'no'
  // Changes by people are never delayed, regardless of the number of runs.
  if (event === 'changed' || !options.quiet || isConfirmed(finding)) return 'now'
  return 'held'
}

/** True when a finding matches the filters of a channel. */
export function matchesFilters(
  { products, hardware, directions, least }: Pick<ChannelOptions, 'products' | 'hardware' | 'directions' | 'least'>,
  finding: Pick<FindingFacts, 'product' | 'hardware' | 'direction' | 'medianRatio'>,
): boolean {
  return (
    has(products, finding.product) &&
    has(hardware, finding.hardware) &&
    has(directions, finding.direction) &&
    Math.abs(finding.medianRatio - 1) >= least
  )
}

/**
 * True when a second run of the younger version confirms a finding: another machine agrees, or at least half of the
 * changed tests have two or more runs.
 */
export function isConfirmed({ changes, agree }: Pick<MatchedFinding, 'changes' | 'agree'>): boolean {
  return agree.length > 1 || changes.filter(isRepeated).length * 2 >= Math.max(changes.length, 1)
}

const isRepeated = ({ runIds }: FindingChange): boolean => new Set(runIds).size > 1

const has = (wanted: readonly string[], value: string): boolean => wanted.length === 0 || wanted.includes(value)
