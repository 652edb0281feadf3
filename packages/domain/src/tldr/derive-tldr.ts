import type { Comparison } from '../compare/comparison.ts'
import type { Grid } from '../compare/grid.ts'
import { namedBase } from '../compare/points-needed.ts'
import { absoluteSentences } from './absolute-sentences.ts'
import { type Block, blocksOf, rowsOf } from './blocks.ts'
import { dipSentences } from './dip-sentences.ts'
import { groupSentences } from './group-sentences.ts'
import { onsetSentences } from './onset-sentences.ts'
import { type Limits, limitsOf } from './phrase.ts'
import { scaleUpSentences } from './scale-up-sentences.ts'
import { type CellPlace, sentenceText, type Tldr, type TldrPart, type TldrSentence } from './tldr.ts'

/** Sentences that people still read. */
const MOST_SENTENCES = 10
/** From this many versions on, what changed and stayed so is told by the version in which it did. */
const PROGRESSION = 3

/**
 * What a comparison says, in sentences made of its numbers: what changed from some version on, what stands out, what
 * stayed the same. Largest effect first; subjects of which the same can be said share a sentence.
 *
 * @param grid  of the comparison with every row: hidden rows are part of "8 of 9".
 * @param shown the grid on the page, where cells are linked; the same one unless rows are hidden or sorted there.
 */
export function deriveTldr(grid: Grid, comparison: Comparison, shown: Grid = grid): Tldr {
  const limits = limitsOf(comparison.bands)
  const sentences =
    comparison.base.kind === 'none'
      ? absoluteSentences(grid)
      : blocksOf(grid).flatMap((block) => blockSentences(block, comparison, limits))
  const sorted = sentences.toSorted((a, b) => b.effect - a.effect)
  const place = grid === shown ? (cell: CellPlace) => cell : placeIn(grid, shown)
  return {
    sentences: sorted.slice(0, MOST_SENTENCES).map(({ parts, effect }) => ({
      parts: finished(parts).map((part) =>
        typeof part === 'string' || part.cell === null ? part : { ...part, cell: place(part.cell) },
      ),
      effect,
    })),
    left: Math.max(0, sorted.length - MOST_SENTENCES),
  }
}

function blockSentences(block: Block, comparison: Comparison, limits: Limits): TldrSentence[] {
  const title = block.title === '' ? [] : [`${block.title}: `]
  const withTitle = (sentence: TldrSentence) => ({ ...sentence, parts: [...title, ...sentence.parts] })
  if (isScaleUp(block, comparison)) return scaleUpSentences(block).map(withTitle)
  const subjects = block.subjects.flatMap(({ isBase }, i) => (isBase ? [] : [i]))
  if (!isProgression(block, subjects.length)) return besideBase(block, subjects, limits).map(withTitle)
  return [...onsetSentences(block, limits), ...dipSentences(block, limits)].map(withTitle)
}

/** Divided by fewer clients of its own kind, a ratio is a scale-up and no judgement. */
function isScaleUp({ subjectDimensions }: Block, { base, columns, rows }: Comparison): boolean {
  const named = namedBase(base).map(({ dimension }) => dimension)
  const [only, ...others] = named
  if (only === 'clients' && others.length === 0) return subjectDimensions.includes('clients')
  const axis = base.kind === 'first-column' ? columns : base.kind === 'first-row' ? rows : []
  return axis.length === 1 && axis[0] === 'clients'
}

/** Versions of one product after each other, the base before them. */
function isProgression({ subjectDimensions, subjects }: Block, count: number): boolean {
  const version = subjectDimensions.indexOf('version')
  if (version < 0 || count < PROGRESSION || subjects[0]?.isBase !== true) return false
  const product = subjectDimensions.indexOf('product')
  const distinct = (at: number) => new Set(subjects.map(({ values }) => values[at])).size
  // With several compilers or configs of each version side by side, "from this version on" would mix them.
  return (product < 0 || distinct(product) === 1) && distinct(version) * 2 > subjects.length
}

/** Each subject beside its base; subjects of which the same words are true are told together. */
function besideBase(block: Block, subjects: readonly number[], limits: Limits): TldrSentence[] {
  const told = subjects.flatMap((subject) =>
    groupSentences(block, subject, limits).map((sentence) => ({
      sentence,
      label: block.subjects[subject]?.label ?? '',
    })),
  )
  const together = Map.groupBy(told, ({ sentence }) => sentenceText(sentence))
  return [...together.values()].flatMap((those) => {
    const [first] = those
    if (first === undefined) return []
    const labels = those.map(({ label }) => label)
    const who = labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}` : (labels[0] ?? '')
    const beside = block.baseLabel === null || block.baseLabel === '' ? '' : ` beside ${block.baseLabel}`
    const effect = Math.max(...those.map(({ sentence }) => sentence.effect))
    return [{ parts: [`${who}${beside}: `, ...first.sentence.parts], effect }]
  })
}

const finished = (parts: readonly TldrPart[]): TldrPart[] => [...parts.filter((part) => part !== ''), '.']

/** Where a cell of the whole grid stands in the one that is shown; null when its row is hidden there. */
function placeIn(grid: Grid, shown: Grid): (place: CellPlace) => CellPlace | null {
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
