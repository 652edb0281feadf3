import { percentWords } from '../../findings/releases/release-words.ts'
import { plural } from '../../plural.ts'
import { changeBand } from '../change-band.ts'
import type { Comparison } from '../comparison.ts'
import type { Cell, Grid } from '../grid.ts'

type Judged = { name: string; cell: Cell }

/**
 * The answer of the comparison of two versions as a sentence to quote: "PostgreSQL 18.0 vs 17.6 on dell32: no
 * regressions in 33 tests, 3 improved (best: scan +12%)". With several candidates it is about the newest one.
 */
export function pairHeadline(grid: Grid, { filters, base }: Comparison): string {
  const { version: from = '' } = base.kind === 'values' ? base.values : {}
  const columns = newestColumns(grid)
  const version = columns[0]?.version ?? filters.version?.at(-1) ?? ''
  const subject = `${filters.product?.[0] ?? ''} ${version} vs ${from} on ${filters.hardware?.[0] ?? ''}`
  const judged = columns.flatMap(({ cells }) => cells)
  if (judged.length === 0) return `${subject}: nothing to compare`
  const variants = new Set(columns.map(({ label }) => label)).size
  const tests = new Set(judged.map(({ name }) => name)).size
  const where = `in ${plural(tests, 'test')}${variants > 1 ? ` with ${variants} configs` : ''}`
  return `${subject}: ${verdictWords(judged, where)}`
}

function verdictWords(judged: readonly Judged[], where: string): string {
  const changed = (band: 'worse' | 'better') => judged.filter(({ cell }) => changeBand(cell) === band)
  const [worse, better] = [largest(changed('worse')), largest(changed('better'))]
  if (worse.length + better.length === 0) {
    const decided = judged.some(({ cell }) => cell.verdict?.verdict === 'same')
    return decided ? `no regressions ${where}` : `inconclusive ${where}`
  }
  const [worst, best] = [worse[0], better[0]]
  const regressions =
    worst === undefined
      ? `no regressions ${where}`
      : `${plural(worse.length, 'regression')} ${where} (worst: ${words(worst)})`
  return best === undefined ? regressions : `${regressions}, ${better.length} improved (best: ${words(best)})`
}

const words = ({ name, cell }: Judged): string => `${name} ${percentWords(cell.ratio ?? 1)}`

const largest = (cells: readonly Judged[]): Judged[] =>
  cells.toSorted((a, b) => Math.abs(Math.log(b.cell.ratio ?? 1)) - Math.abs(Math.log(a.cell.ratio ?? 1)))

type NewestColumn = { label: string; version: string; cells: Judged[] }

/** The columns of the newest candidate, in all tables, with their judged cells. */
function newestColumns(grid: Grid): NewestColumn[] {
  const at = grid.columnDimensions.indexOf('version')
  const all = grid.tables.flatMap(({ columns, groups }) =>
    columns.flatMap(({ isBase, label, values }, index) => {
      if (isBase) return []
      const cells = groups.flatMap(({ rows }) =>
        rows.flatMap((row) => {
          const cell = row.cells[index]
          return cell === undefined || cell.verdict === null ? [] : [{ name: row.label, cell }]
        }),
      )
      return [{ label, version: values[at] ?? label, cells }]
    }),
  )
  const newest = all.at(-1)?.version
  return all.filter(({ version }) => version === newest)
}
