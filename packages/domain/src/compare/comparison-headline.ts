import { percentWords } from '../findings/releases/release-words.ts'
import { plural } from '../plural.ts'
import { changeBand } from './change-band.ts'
import type { Comparison } from './comparison.ts'
import type { Cell, Grid, GridTable } from './grid.ts'
import { isKnownVersion } from './page-grid/newest-column.ts'
import { namedCounts, verdictOf } from './verdict/verdict-codes.ts'

type Judged = { name: string; cell: Cell }

/**
 * The answer of a comparison as a sentence to quote: "PostgreSQL 18.0 vs 17.6 on dell32: no regressions in 33 tests, 3
 * improved (best: scan +12%)". Tests without a decision are counted: ", 18 inconclusive". Over versions of one product it is about the newest candidate. Other comparisons have
 * their name and the counts of all cells: "Test by config: 2 regressions and 5 improvements in 40 compared cells".
 */
export function comparisonHeadline(grid: Grid, comparison: Comparison, name: string): string {
  if (grid.show === 'absolute' || comparison.base.kind === 'none') return name
  const newest = newestVersion(grid, comparison)
  if (newest !== null) {
    const isUndecided = newest.judged.length === 0 && newest.excluded > 0 && comparison.verdicts !== 'off'
    const words = isUndecided ? excludedWords(newest.excluded) : verdictWords(newest.judged)
    return `${subjectOf(newest, comparison)}: ${words}`
  }
  return grid.verdicts === null ? name : `${name}: ${countWords(grid.verdicts)}`
}

function countWords(verdicts: NonNullable<Grid['verdicts']>): string {
  const { regressions, improvements, inconclusive, judged } = namedCounts(verdicts)
  const cells = plural(judged, 'compared cell')
  if (judged === inconclusive) return `inconclusive in ${cells}`
  const improved = improvements > 0 ? ` and ${plural(improvements, 'improvement')}` : ''
  return `${regressions === 0 ? 'no regressions' : plural(regressions, 'regression')}${improved} in ${cells}`
}

const subjectOf = ({ label, base }: NewestVersion, { filters }: Comparison): string => {
  if (label === '') return filters.product?.[0] ?? ''
  const [machine, ...others] = filters.hardware ?? []
  const where = machine === undefined ? '' : ` on ${others.length === 0 ? machine : `${1 + others.length} machines`}`
  return `${filters.product?.[0] ?? ''} ${label} vs ${base}${where}`
}

/** Results that a validity flag excludes have ratios on the page, so "nothing to compare" would contradict it. */
const excludedWords = (tests: number): string =>
  `no verdict on ${plural(tests, 'test')}, because ${tests === 1 ? 'its results are' : 'their results are'} flagged`

function verdictWords(judged: readonly Judged[]): string {
  if (judged.length === 0) return 'nothing to compare'
  const where = `in ${plural(new Set(judged.map(({ name }) => name)).size, 'test')}`
  const changed = (band: 'worse' | 'better') => judged.filter(({ cell }) => changeBand(cell) === band)
  const [worse, better] = [largest(changed('worse')), largest(changed('better'))]
  const inconclusive = judged.filter(({ cell }) => verdictOf(cell) === 'inconclusive').length
  if (inconclusive === judged.length) return `inconclusive ${where}`
  const [worst, best] = [worse[0], better[0]]
  const regressions =
    worst === undefined
      ? `no regressions ${where}`
      : `${plural(worse.length, 'regression')} ${where} (worst: ${words(worst)})`
  const improved = best === undefined ? '' : `, ${better.length} improved (best: ${words(best)})`
  return `${regressions}${improved}${inconclusive === 0 ? '' : `, ${inconclusive} inconclusive`}`
}

const words = ({ name, cell }: Judged): string => `${name} ${percentWords(cell.ratio ?? 1)}`

const largest = (cells: readonly Judged[]): Judged[] =>
  cells.toSorted((a, b) => Math.abs(Math.log(b.cell.ratio ?? 1)) - Math.abs(Math.log(a.cell.ratio ?? 1)))

/** The newest candidate of a comparison over versions. `label` names its config, too, if it was measured with several. */
type NewestVersion = {
  label: string
  base: string
  judged: readonly Judged[]
  /** Number of its cells with a ratio and without a verdict. */
  excluded: number
}

/**
 * The newest version with its judged cells in all tables; null unless the columns are versions of one product with one
 * version as their base.
 */
function newestVersion(grid: Grid, { filters, columns, base: divisor }: Comparison): NewestVersion | null {
  const at = grid.columnDimensions.indexOf('version')
  if (columns[0] !== 'version' || at < 0 || filters.product?.length !== 1) return null
  const named = divisor.kind === 'values' ? divisor.values.version : undefined
  const base = commonBase(grid, at) ?? named ?? (divisor.kind === 'first-column' ? 'the oldest version' : undefined)
  if (base === undefined) return null
  const newest = grid.tables.flatMap((table) => newestColumn(table, at) ?? [])
  const versions = new Set(newest.map(({ version }) => version))
  const [first] = newest
  if (first === undefined) return { label: filters.version?.at(-1) ?? '', base, judged: [], excluded: 0 }
  const label =
    versions.size > 1 ? 'newest' : newest.every((one) => one.label === first.label) ? first.label : first.version
  const excluded = newest.reduce((sum, one) => sum + one.excluded, 0)
  return { label, base, judged: newest.flatMap(({ judged }) => judged), excluded }
}

/** The version of the base columns; undefined when they differ, or no table has one. */
function commonBase({ tables }: Grid, at: number): string | undefined {
  const versions = new Set(
    tables.flatMap(({ columns }) => columns.flatMap(({ isBase, values }) => (isBase ? [values[at] ?? ''] : []))),
  )
  const [version] = versions
  return versions.size === 1 ? version : undefined
}

type NewestColumn = { version: string; label: string; judged: Judged[]; excluded: number }

/** The last column of a stated version with judged cells, or else any with judged cells, or else the last one. */
function newestColumn({ columns, groups }: GridTable, at: number): NewestColumn | null {
  const rows = groups.flatMap((group) => group.rows)
  const candidates = columns.flatMap(({ isBase, label, values }, index) => {
    if (isBase) return []
    const judged = rows.flatMap((row) => {
      const cell = row.cells[index]
      return cell === undefined || cell.verdict === null ? [] : [{ name: row.label, cell }]
    })
    const excluded = rows.filter(({ cells }) => cells[index]?.ratio != null && cells[index].verdict === null).length
    return [{ version: values[at] ?? label, label, judged, excluded }]
  })
  const withCells = candidates.filter(({ judged }) => judged.length > 0)
  const newest = withCells.findLast(({ version }) => isKnownVersion(version)) ?? withCells.at(-1) ?? candidates.at(-1)
  if (newest === undefined) return null
  const isOnly = candidates.filter(({ version }) => version === newest.version).length === 1
  return { ...newest, label: isOnly ? newest.version : newest.label }
}
