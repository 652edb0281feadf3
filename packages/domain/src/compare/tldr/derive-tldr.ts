import type { Comparison } from '../comparison.ts'
import type { Grid } from '../grid.ts'
import { namedBase } from '../points-needed.ts'
import { verdictCountSentence } from '../verdict-words.ts'
import { absoluteSentences } from './absolute-sentences.ts'
import { dipSentences } from './dip-sentences.ts'
import { groupPredicates } from './group-sentences.ts'
import { onsetSentences } from './onset-sentences.ts'
import { joinWords, type Limits, limitsOf } from './phrase.ts'
import { scaleUpSentences } from './scale-up-sentences.ts'
import { type CellRef, sentenceText, type Tldr, type TldrSegment, type TldrSentence } from './tldr.ts'
import { type Block, blocksOf, rowsOf } from './tldr-blocks.ts'

/** Maximum sentences of one tl;dr; the counts of verdicts are one more. */
const MAX_SENTENCES = 10
/** Minimum number of versions for which a lasting change is described once, by the version in which it began. */
const MIN_PROGRESSION = 3

/**
 * Describes a comparison in sentences derived from its numbers, largest effect first. With verdicts, a sentence names a
 * change only if its verdict is a regression or an improvement, and the last sentence counts all verdicts: "33 compared
 * cells: 0 regressions, 0 improvements, 12 no change, 21 inconclusive; smallest detectable change 4%."
 *
 * @param grid of the comparison with every row, because counts such as "8 of 9" include hidden rows.
 * @param shown the grid on the page, to whose cells the sentences link; it differs if rows are hidden or sorted.
 */
export function deriveTldr(grid: Grid, comparison: Comparison, shown: Grid = grid): Tldr {
  const limits = limitsOf(comparison.bands)
  const sentences =
    comparison.base.kind === 'none'
      ? absoluteSentences(grid)
      : blocksOf(grid).flatMap((block) => blockSentences(block, comparison, limits))
  const sorted = sentences.toSorted((a, b) => b.effect - a.effect)
  const toShown = grid === shown ? (cell: CellRef) => cell : refIn(grid, shown)
  const described = sorted.slice(0, MAX_SENTENCES).map(({ parts, effect }) => ({
    parts: finished(parts).map((part) =>
      typeof part === 'string' || part.cell === null ? part : { ...part, cell: toShown(part.cell) },
    ),
    effect,
  }))
  const counts = verdictCountSentence(grid)
  return {
    sentences: [...described, ...(counts === null ? [] : [{ parts: [counts], effect: 0 }])],
    left: Math.max(0, sorted.length - MAX_SENTENCES),
  }
}

function blockSentences(block: Block, comparison: Comparison, limits: Limits): TldrSentence[] {
  const title = block.title === '' ? [] : [`${block.title}: `]
  const withTitle = (sentence: TldrSentence) => ({ ...sentence, parts: [...title, ...sentence.parts] })
  if (isScaleUp(block, comparison)) return scaleUpSentences(block).map(withTitle)
  const subjects = block.subjects.flatMap(({ isBase }, i) => (isBase ? [] : [i]))
  if (!isProgression(block, subjects.length)) return versusBase(block, subjects, limits).map(withTitle)
  const base = baseWords(block)
  return [...onsetSentences(block, base, limits), ...dipSentences(block, base, limits)].map(withTitle)
}

const baseWords = ({ baseLabel }: Block): string => (baseLabel === null || baseLabel === '' ? 'the base' : baseLabel)

/** True for a comparison of numbers of clients: its ratios are a scale-up, not regressions or improvements. */
function isScaleUp({ subjectDimensions }: Block, { base, columns, rows }: Comparison): boolean {
  const named = namedBase(base).map(({ dimension }) => dimension)
  const [only, ...others] = named
  if (only === 'clients' && others.length === 0) return subjectDimensions.includes('clients')
  const axis = base.kind === 'first-column' ? columns : base.kind === 'first-row' ? rows : []
  return axis.length === 1 && axis[0] === 'clients'
}

/** True for successive versions of one product whose base precedes them. */
function isProgression({ subjectDimensions, subjects }: Block, count: number): boolean {
  const version = subjectDimensions.indexOf('version')
  if (version < 0 || count < MIN_PROGRESSION || subjects[0]?.isBase !== true) return false
  const product = subjectDimensions.indexOf('product')
  const distinct = (at: number) => new Set(subjects.map(({ values }) => values[at])).size
  // With several compilers or configs of each version, "since version X" would mix them.
  return (product < 0 || distinct(product) === 1) && distinct(version) * 2 > subjects.length
}

/** Compares each subject with its base; subjects with equal sentences share one. */
function versusBase(block: Block, subjects: readonly number[], limits: Limits): TldrSentence[] {
  const base = baseWords(block)
  const found = subjects.flatMap((subject) =>
    groupPredicates(block, subject, base, limits).map((predicate) => ({
      predicate,
      label: block.subjects[subject]?.label ?? '',
    })),
  )
  const together = Map.groupBy(found, ({ predicate }) => `${predicate.kind} ${sentenceText(predicate)}`)
  return [...together.values()].flatMap((those) => {
    const [first] = those
    if (first === undefined) return []
    const { predicate } = first
    const names = joinWords(those.map(({ label }) => label))
    const head =
      predicate.kind === 'within'
        ? `${names} vs ${base}: `
        : `${names === '' ? 'the result' : names} ${predicate.verb[those.length > 1 ? 1 : 0]} `
    const effect = Math.max(...those.map((one) => one.predicate.effect))
    return [{ parts: [head, ...predicate.parts], effect }]
  })
}

const finished = (parts: readonly TldrSegment[]): TldrSegment[] => [...parts.filter((part) => part !== ''), '.']

/** Maps a cell of the whole grid to the shown grid; null when its row is hidden. */
function refIn(grid: Grid, shown: Grid): (ref: CellRef) => CellRef | null {
  const rows = shown.tables.map(
    (table) => new Map(rowsOf(table).map(({ values }, row) => [JSON.stringify(values), row])),
  )
  return ({ table, row, column }) => {
    const whole = grid.tables[table]
    const values = whole && rowsOf(whole)[row]?.values
    const found = values === undefined ? undefined : rows[table]?.get(JSON.stringify(values))
    return found === undefined ? null : { table, row: found, column }
  }
}
