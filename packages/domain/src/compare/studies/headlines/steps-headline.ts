import { plural } from '../../../plural.ts'
import { type FlagCode, severityOf } from '../../../run/validity/flag-severity.ts'
import { VALIDITY_FLAGS } from '../../../run/validity/validity-flag.ts'
import { changeBand } from '../../change-band.ts'
import type { Comparison } from '../../comparison.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../grid.ts'
import { verdictOf } from '../../verdict/verdict-codes.ts'
import {
  firstThatFits,
  knownWords,
  largestBy,
  signedWords,
  subjectWords,
  withoutWorkload,
  withProduct,
} from './headline-words.ts'

/**
 * The newest server vs the base in all steps of one table: "MySQL 9.5.0 vs 5.6.51 on pn53 (cached): 3 of 9 steps slower,
 * most −41% in initial load (l.i0, mostly since 8.0.44); 2 faster, most …".
 */
export function stepsHeadline(relative: Grid, comparison: Comparison): string | null {
  const table = relative.tables.find((one) => newestOf(one) !== undefined)
  const base = table?.groups.flatMap(({ rows }) => rows).find(({ isBase }) => isBase)
  const newest = table && newestOf(table)
  if (table === undefined || base === undefined || newest === undefined) return null
  const compared = newest.cells.flatMap((cell, at) =>
    cell.ratio === null || cell.ratio <= 0 ? [] : [{ cell, at, ratio: cell.ratio }],
  )
  const pair = `${withProduct(comparison, newest.label)} vs ${knownWords(base.label)}`
  const subject = subjectWords(comparison, pair)
  const label = table.key.label === '' ? '' : `, ${table.key.label}`
  const brief = ({ at, ratio }: Compared) => `${signedWords(ratio)} in ${stepWords(stepOf(table, at))}`
  const words = ({ at, ratio }: Compared) => {
    const since = sinceWords(table, at, ratio)
    const note = since === null ? '' : `mostly since ${knownWords(since)}`
    return `${signedWords(ratio)} in ${stepWords(stepOf(table, at), note)}`
  }
  return firstThatFits(
    `${subject}${label}: ${changesText(compared, words)}`,
    `${subject}${label}: ${changesText(compared, brief)}`,
    `${subjectWords(withoutWorkload(comparison), pair)}: ${changesText(compared, brief)}`,
  )
}

type Compared = { cell: Cell; at: number; ratio: number }

function changesText(compared: readonly Compared[], words: (one: Compared) => string): string {
  const of = (band: 'worse' | 'better') => compared.filter(({ cell }) => changeBand(cell) === band)
  const [slower, faster] = [of('worse'), of('better')]
  const [worst, best] = [slower, faster].map((all) => largestBy(all, ({ ratio }) => ratio))
  const all = plural(compared.length, 'step')
  if (worst === undefined && best === undefined) return rangeText(compared, words)
  const parts = [
    ...(worst === undefined ? [] : [`${slower.length} of ${all} slower, most ${words(worst)}`]),
    ...(best === undefined
      ? []
      : [`${faster.length}${worst === undefined ? ` of ${all}` : ''} faster, most ${words(best)}`]),
  ]
  return `${worst === undefined ? 'no step slower; ' : ''}${parts.join('; ')}`
}

/** Without a decided change: "−39% in initial load (l.i0) to +5% in … among 10 steps; inconclusive: measure more repeats". */
function rangeText(compared: readonly Compared[], words: (one: Compared) => string): string {
  const sorted = compared.toSorted((a, b) => a.ratio - b.ratio)
  const [low, high] = [sorted[0], sorted.at(-1)]
  const decision = decisionText(compared)
  if (low === undefined || high === undefined) return 'no step in common'
  if (low === high) return `${words(low)}${decision}`
  return `${words(low)} to ${words(high)} among ${plural(compared.length, 'step')}${decision}`
}

function decisionText(compared: readonly Compared[]): string {
  const verdicts = compared.map(({ cell }) => verdictOf(cell))
  if (verdicts.includes('inconclusive')) return '; inconclusive: measure more repeats'
  if (verdicts.some((verdict) => verdict !== null)) return '; no change'
  const flags = new Set(compared.flatMap(({ cell }) => excludingFlags(cell)))
  return flags.size === 0 ? '; not judged' : `; not judged, because results are ${[...flags].join(' or ')}`
}

/** The words of the validity flags that exclude a cell. */
const excludingFlags = ({ footnotes }: Cell): string[] =>
  footnotes.flatMap(({ code }) => (isFlag(code) && severityOf(code) === 'excludes' ? [VALIDITY_FLAGS[code].word] : []))

const isFlag = (code: string): code is FlagCode => code in VALIDITY_FLAGS

const rowsOf = ({ groups }: GridTable): GridRow[] => groups.flatMap(({ rows }) => rows)

/** The last row that has a step in common with the base. */
const newestOf = (table: GridTable): GridRow | undefined =>
  rowsOf(table).findLast(({ isBase, cells }) => !isBase && cells.some(({ ratio }) => ratio !== null && ratio > 0))

const stepOf = ({ columns }: GridTable, at: number): string => columns[at]?.values.at(-1) ?? columns[at]?.label ?? ''

/** More than half of the change between two neighbors is named; several small ones are not. */
const MOST = 0.5

/** The version with most of a change, unless it is the newest, which the sentence compares. */
function sinceWords(table: GridTable, at: number, ratio: number): string | null {
  const known = rowsOf(table).flatMap(({ label, cells }) => {
    const own = cells[at]?.ratio
    return own == null || own <= 0 ? [] : [{ label, own }]
  })
  const steps = known.flatMap(({ label, own }, i) => {
    const before = known[i - 1]
    return before === undefined ? [] : [{ label, share: Math.log(own / before.own) / Math.log(ratio) }]
  })
  const largest = steps.toSorted((a, b) => b.share - a.share)[0]
  return largest === undefined || steps.length < 2 || !(largest.share > MOST) || largest === steps.at(-1)
    ? null
    : largest.label
}

/** The name of a step in words: "range queries at 100 inserts/s (qr100)". */
export function stepWords(step: string, note = ''): string {
  const [, kind, rate] = /^q([rp]?)(\d+)(?:\.\d+)?$/.exec(step) ?? []
  const queries = rate === undefined ? undefined : `${kind === 'p' ? 'point' : 'range'} queries at ${rate} inserts/s`
  const words = queries ?? STEPS[step]
  const more = [...(words === undefined ? [] : [step]), ...(note === '' ? [] : [note])]
  return `${words ?? step}${more.length === 0 ? '' : ` (${more.join(', ')})`}`
}

const STEPS: Readonly<Record<string, string>> = {
  'l.i0': 'initial load',
  'l.x': 'index creation',
  'l.i1': 'inserts with indexes',
  'l.i2': 'small inserts with indexes',
}
