import { formatRatio } from '../compare/format-cell.ts'
import { commitRange } from './commit-range.ts'
import type { FindingFacts } from './finding.ts'

/** The verb of each direction, as in `9 of 10 tests regressed`. */
export const CHANGED = { worse: 'regressed', better: 'improved' } as const

/** Formats "MySQL 5.7.44 to 8.0.44 on pn53: 9 of 10 tests regressed, median 0.81". */
export function findingTitle({ product, from, to, hardware, ...facts }: FindingFacts): string {
  const range = commitRange({ from, to })
  const versions = range === null ? `${from} to ${to}` : `${range.version}, commit ${range.from} to ${range.to}`
  return `${product} ${versions} on ${hardware}: ${changedWords(facts)}, median ${formatRatio(facts.medianRatio)}`
}

function changedWords({ changes, judged, direction }: Pick<FindingFacts, 'changes' | 'judged' | 'direction'>): string {
  if (changes.length === 1 && changes[0] !== undefined) return `${changes[0].test} ${CHANGED[direction]}`
  return `${changes.length} of ${judged} tests ${CHANGED[direction]}`
}

/** Formats "3 of 3 machines agree"; empty if only one machine has results. */
export function agreementWords({ agree, of }: Pick<FindingFacts, 'agree' | 'of'>): string {
  if (of.length < 2) return ''
  return `${agree.length} of ${of.length} machines agree`
}
