import type { Grid } from '@assay/domain/compare/grid'
import { pathTo, writeBoundTo } from '@assay/domain/specs/evidence/find-cell'
import { planShare, queryOf, type Random, type TrialShare, trialShape } from './plan-shares.ts'
import type { TrialAnswer, TrialCell, TrialShape } from './share-model.ts'

/** A spec of the trial: the runs that it argues with, and what its figures ask of them. */
export type TrialEvidence = Pick<TrialShare, 'machine' | 'documents'> & { shapes: TrialShape[] }

export function planEvidence(index: number, figures: number, random: Random): TrialEvidence {
  const { machine, documents } = planShare(index, random)
  const versions = [...new Set(documents.map(({ version }) => version))]
  const clients = [...new Set(documents.flatMap(({ results }) => results.map((result) => result.clients)))]
  const shapes: TrialShape[] = []
  while (shapes.length < figures) {
    const before = random.chance(0.1) ? shapes.at(-1) : undefined
    // One comparison may stand in a text twice.
    shapes.push(before ?? trialShape({ machine, versions, clients }, random))
  }
  return { machine, documents, shapes }
}

/** A number of a sentence and the cell that it is bound to, as the model names it. */
export type TrialNumber = {
  text: string
  href: string
  cell: string
  printed: number
  digits: number
  isTimes: boolean
}

/** A figure with the numbers that its paragraph quotes. */
export type WrittenFigure = { name: string; shape: TrialShape; numbers: readonly TrialNumber[] }

/** The text of a spec: above each figure a paragraph. `words` tell one revision from another. */
export function evidenceText(project: string, figures: readonly WrittenFigure[], words: string): string {
  const parts = figures.flatMap(({ name, shape, numbers }) => [
    `## About ${name}`,
    `It is ${numbers.map(({ text, href }) => `[${text}](${href})`).join(', and ') || 'measured'}.`,
    ['```assay', `/p/${project}/compare?${queryOf(shape)}`, `name: ${name}`, '```'].join('\n'),
  ])
  return ['# A trial', words, ...parts].join('\n\n')
}

/** The cells of a frozen grid by their names in the model, and where each stands. */
export function cellsOfModel({ tables }: Grid, { metrics }: TrialShape) {
  const textOf = (values: readonly string[]) => values.join(' | ')
  return tables.flatMap(({ key, metric, groups, columns }, table) =>
    groups
      .flatMap(({ rows }) => rows)
      .flatMap((row, at) =>
        row.cells.flatMap((cell, column) => {
          if (cell.value === null) return []
          const asked = metrics.length === 1 ? metrics[0] : metric
          const names = [textOf(key.values), textOf(row.values), textOf(columns[column]?.values ?? []), asked]
          return [{ name: JSON.stringify(names), cell, place: { table, row: at, column } }]
        }),
      ),
  )
}

/** Numbers that somebody writes who chose cells in the preview; one in ten is a slip. */
export function chooseNumbers(
  { name, grid, shape }: { name: string; grid: Grid; shape: TrialShape },
  random: Random,
): TrialNumber[] {
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

/** What stands beside a number; several where rounding is a toss-up. */
export function expectedStates(number: TrialNumber, before: TrialAnswer, after: TrialAnswer): string[] {
  const was = before.cells.get(number.cell)
  if (was === undefined) return ['unknown']
  const then = says(number, was)
  const is = after.cells.get(number.cell)
  const isGone = is === undefined || (was.ratio !== null && is.ratio === null)
  const now = isGone ? ['gone'] : says(number, is).map((one) => (one ? 'agrees' : 'today'))
  return [...new Set(then.flatMap((one) => (one ? now : ['differs'])))]
}

function says({ printed, digits, isTimes }: TrialNumber, { value, ratio, metric }: TrialCell): boolean[] {
  const inverse = ratio !== null && metric === 'latency_ms_p95' ? 1 / ratio : null
  const readings = (isTimes ? [ratio, inverse] : [value, ratio]).filter((one) => one !== null)
  const off = Math.min(...readings.map((one) => Math.abs(one - printed))) - 0.5 * 10 ** -digits
  return Math.abs(off) < 1e-9 ? [true, false] : [off < 0]
}
