import { plural } from '../plural.ts'
import { commitRange } from './commit-range.ts'
import type { FindingFacts } from './finding.ts'
import { changedTestsWords, percentWords } from './releases/release-words.ts'

/** The verb of each direction, as in `9 of 10 tests regressed`. */
export const CHANGED = { worse: 'regressed', better: 'improved' } as const

/** Formats "MySQL 5.7.44 to 8.0.44 on pn53: 9 of 10 tests regressed by a median of 19%". */
export function findingTitle({ product, from, to, hardware, ...facts }: FindingFacts): string {
  const range = commitRange({ from, to })
  const versions = range === null ? `${from} to ${to}` : `${range.version}, commit ${range.from} to ${range.to}`
  return `${product} ${versions} on ${hardware}: ${changedWords(facts)} ${sizeWords(facts.changes.length, facts.medianRatio)}`
}

/** Formats the size of several changes, or of one: "by a median of 19%", "by 14%". */
export function sizeWords(changes: number, medianRatio: number): string {
  const size = percentWords(medianRatio).replace(/^[+−]/, '')
  return changes < 2 ? `by ${size}` : `by a median of ${size}`
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

/**
 * The cause of a finding in a few words, for lists: the number that explains it, such as "CPU per operation +171%", or
 * what its sentence begins with.
 */
export function causeSummary(cause: string): string {
  const [, explaining] = cause.match(/: throughput [^,;]+, ([^,;]+?)(?:[,;]|\.$)/) ?? []
  return explaining === undefined
    ? (cause.split(':')[0] ?? cause)
    : explaining.charAt(0).toUpperCase() + explaining.slice(1)
}

/** The cause of a finding without its throughput and without the metrics that did not move, for lists. */
export function causeLine(cause: string): string {
  const at = cause.indexOf(': throughput ')
  if (at < 0) return cause
  const [numbers = '', ...rest] = cause.slice(at + 2).split('; ')
  const moved = numbers
    .replace(/\.$/, '')
    .split(', ')
    .filter((one, index) => index > 0 && !one.endsWith(' unchanged'))
  const end = [moved.join(', '), ...rest.map((one) => one.replace(/\.$/, ''))].filter((one) => one !== '')
  return end.length === 0 ? cause.slice(0, at) : `${cause.slice(0, at)}: ${end.join('; ')}`
}

/**
 * The headline of a finding for its own page, in percent: "RocksDB 10.6.2 vs 10.5.5 on pn53: 7 of 32 tests regressed by a
 * median of 34% (worst: fillseq −38%)".
 */
export function findingHeadline({ product, from, to, hardware, ...facts }: FindingFacts): string {
  const range = commitRange({ from, to })
  const versions = range === null ? `${to} vs ${from}` : `${range.version}, commit ${range.to} vs ${range.from}`
  const [largest] = facts.changes
  const extreme =
    facts.changes.length < 2 || largest === undefined
      ? ''
      : ` (${facts.direction === 'worse' ? 'worst' : 'best'}: ${largest.test} ${percentWords(largest.ratio)})`
  const size = sizeWords(facts.changes.length, facts.medianRatio)
  return `${product} ${versions} on ${hardware}: ${changedWords(facts)} ${size}${extreme}`
}

/**
 * The headline of a list of findings, which counts tests as the overview does: "Regressions in 71 tests (12 findings),
 * improvements in 90 (30 findings)".
 */
export function findingsHeadline(
  findings: readonly (Pick<FindingFacts, 'direction'> & { changes: readonly unknown[] })[],
): string {
  const count = (wanted: FindingFacts['direction']) => {
    const own = findings.filter(({ direction }) => direction === wanted)
    const tests = own.reduce((sum, { changes }) => sum + changes.length, 0)
    return { tests, words: ` (${plural(own.length, 'finding')})` }
  }
  const [worse, better] = [count('worse'), count('better')]
  const words = changedTestsWords(
    { regressions: worse.tests, improvements: better.tests },
    { regressions: worse.words, improvements: better.words },
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}
