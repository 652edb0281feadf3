import type { Grid } from '@assay/domain/compare/grid'
import { pathTo, writeBoundTo } from '@assay/domain/specs/evidence/find-cell'
import { type PlannedShare, planShare, queryOf, type RandomChoices, randomShape } from './plan-shares.ts'
import type { FigureShape, ModelCell, ModelGrid } from './share-model.ts'

/** A simulated spec: the runs behind its figures, and the shapes of the figures. */
export type EvidencePlan = Pick<PlannedShare, 'machine' | 'documents'> & { shapes: FigureShape[] }

export function planEvidence(index: number, figures: number, random: RandomChoices): EvidencePlan {
  const { machine, documents } = planShare(index, random)
  const versions = [...new Set(documents.map(({ version }) => version))]
  const clients = [...new Set(documents.flatMap(({ results }) => results.map((result) => result.clients)))]
  const shapes: FigureShape[] = []
  while (shapes.length < figures) {
    const before = random.chance(0.1) ? shapes.at(-1) : undefined
    // A text may contain one comparison twice.
    shapes.push(before ?? randomShape({ machine, versions, clients }, random))
  }
  return { machine, documents, shapes }
}

/** A number in a sentence, and the cell that it is bound to by its name in the model. */
export type PlannedNumber = {
  text: string
  href: string
  cell: string
  printed: number
  digits: number
  isTimes: boolean
}

/** A figure and the numbers in its paragraph. */
export type WrittenFigure = { name: string; shape: FigureShape; numbers: readonly PlannedNumber[] }

/** The text of a spec with a paragraph above each figure; `words` distinguishes revisions. */
export function evidenceText(project: string, figures: readonly WrittenFigure[], words: string): string {
  const parts = figures.flatMap(({ name, shape, numbers }) => [
    `## About ${name}`,
    `It is ${numbers.map(({ text, href }) => `[${text}](${href})`).join(', and ') || 'measured'}.`,
    ['```assay', `/p/${project}/compare?${queryOf(shape)}`, `name: ${name}`, '```'].join('\n'),
  ])
  return ['# A trial', words, ...parts].join('\n\n')
}

/** The cells of a frozen grid by their names in the model, with positions. */
export function cellsOfModel({ tables }: Grid, { metrics }: FigureShape) {
  const textOf = (values: readonly string[]) => values.join(' | ')
  return tables.flatMap(({ key, metric, groups, columns }, table) =>
    groups
      .flatMap(({ rows }) => rows)
      .flatMap((row, at) =>
        row.cells.flatMap((cell, column) => {
          if (cell.value === null) return []
          const requested = metrics.length === 1 ? metrics[0] : metric
          const names = [textOf(key.values), textOf(row.values), textOf(columns[column]?.values ?? []), requested]
          return [{ name: JSON.stringify(names), cell, place: { table, row: at, column } }]
        }),
      ),
  )
}

/** Numbers that an author would select from the preview; one in ten is wrong on purpose. */
export function chooseNumbers(
  { name, grid, shape }: { name: string; grid: Grid; shape: FigureShape },
  random: RandomChoices,
): PlannedNumber[] {
  const cells = cellsOfModel(grid, shape)
  if (cells.length === 0) return []
  const chosen = new Map(
    Array.from({ length: 1 + random.below(2) }, () => random.of(cells)).map((one) => [one.name, one]),
  )
  return [...chosen.values()].map(({ name: cell, cell: { value, ratio }, place }) => {
    const isTimes = shape.show !== 'absolute' && ratio !== null && ratio > 0.05
    const digits = isTimes ? 2 : random.below(2)
    const slip = random.chance(0.1) ? 1.37 : 1
    const text = ((isTimes ? ratio : (value ?? 0)) * slip).toFixed(digits)
    const href = writeBoundTo({ figure: name, path: pathTo(grid, place, null) })
    return { text: isTimes ? `${text}X` : text, href, cell, printed: Number(text), digits, isTimes }
  })
}

/** Expected states of a bound number; several if rounding is ambiguous. */
export function expectedStates(number: PlannedNumber, before: ModelGrid, after: ModelGrid): string[] {
  const was = before.cells.get(number.cell)
  if (was === undefined) return ['unknown']
  const then = matches(number, was)
  const is = after.cells.get(number.cell)
  const isGone = is === undefined || (was.ratio !== null && is.ratio === null)
  const now = isGone ? ['gone'] : matches(number, is).map((one) => (one ? 'agrees' : 'today'))
  return [...new Set(then.flatMap((one) => (one ? now : ['differs'])))]
}

function matches({ printed, digits, isTimes }: PlannedNumber, { value, ratio, metric }: ModelCell): boolean[] {
  const inverse = ratio !== null && metric === 'latency_ms_p95' ? 1 / ratio : null
  const interpretations = (isTimes ? [ratio, inverse] : [value, ratio]).filter((one) => one !== null)
  const off = Math.min(...interpretations.map((one) => Math.abs(one - printed))) - 0.5 * 10 ** -digits
  return Math.abs(off) < 1e-9 ? [true, false] : [off < 0]
}
