import { COUNTED_IN, isExcluded, LEFT_OUT, OF_BASE, relativeBand } from '../../compare/band.ts'
import type { DimensionName } from '../../compare/dimension.ts'
import type { Cell, Grid } from '../../compare/grid.ts'
import type { Point } from '../../compare/point.ts'
import { rowsOf } from '../../compare/tldr/tldr-blocks.ts'
import type { Verdict } from '../../compare/verdict/verdict.ts'
import { changeIn, decisionOf, directionOfChange } from '../../compare/verdict/verdict-codes.ts'
import { excludes } from '../../run/validity/flag-severity.ts'
import { boundaryVerdict } from './gate-boundary.ts'
import { DEFAULT_SHARE, type TestRule, type TestRules } from './gate-rule.ts'
import { type NoisyMachine, withoutNoisyMachines } from './noisy-machines.ts'

export type GateVerdict = 'pass' | 'regression' | 'inconclusive' | 'not compared'

/** Exit codes of the command, which stay as they are; 3 is an error and no result of a gate. */
export const EXIT_CODES: Readonly<Record<GateVerdict, number>> = {
  pass: 0,
  regression: 1,
  inconclusive: 2,
  'not compared': 4,
}
export const GATE_ERROR = 3

/** One test that is worse, better, or inconclusive but apparently worse. */
export type GateRow = {
  table: string
  row: string
  metric: string
  value: number | null
  baseValue: number | null
  ratio: number
  low: number | null
  high: number | null
  said: 'worse' | 'better' | 'looks worse'
  /** Number of repeats on each side that a verdict would need; null if the noise is unknown. */
  repeatsNeeded: number | null
}

/** One excluded test with the reason. */
type GateFlagged = { table: string; row: string; why: string }

export type Gate = {
  verdict: GateVerdict
  exitCode: number
  /** Number of cells with a ratio; `judged` is the number of those with a verdict that is not inconclusive. */
  compared: number
  judged: number
  rows: readonly GateRow[]
  badged: readonly GateFlagged[]
  /** Machines that were excluded because their repeats differ too much. */
  noisyMachines: readonly NoisyMachine[]
}

type GateOptions = {
  rules?: Pick<TestRules, 'of'>
  /** True if inconclusive ratios fail the gate as well. */
  strict?: boolean
  /** Machines with a larger noise are excluded; see noisy-machines.ts. */
  maxNoise?: number | undefined
  /** The results of the grid, needed if rules depend on the machine or on the history of a test up to the base. */
  points?: readonly Point[]
  historyOf?: (point: Point, metric: string) => readonly number[]
}

/**
 * Decides if a candidate passes, from a grid that is divided by the base. The verdict is regression if any test is
 * significantly worse, and inconclusive if a test looks worse but the noise is too large, or if nothing was judged.
 * Improvements never fail a gate, and flagged results are excluded.
 */
export function gateOf(grid: Grid, options: GateOptions = {}): Gate {
  const { cells: gateCells, noisyMachines } = withoutNoisyMachines(cellsOf(grid, options), options.maxNoise)
  const badged = gateCells.flatMap(({ table, row, cell }) =>
    isExcluded(cell.footnotes) ? [{ table, row, why: whyOut(cell) }] : [],
  )
  const cells = gateCells.flatMap((environment) =>
    environment.cell.ratio === null || isExcluded(environment.cell.footnotes)
      ? []
      : [{ ...environment, ratio: environment.cell.ratio }],
  )
  const rows = cells.flatMap(({ table, row, cell, ratio, share, boundary }): GateRow[] => {
    const outcome = wordOf(cell, { ratio, share, boundary })
    if (outcome === null) return []
    const { low = null, high = null } = cell.verdict?.interval ?? {}
    const { metric, value, baseValue, verdict } = cell
    const repeatsNeeded = verdict?.repeatsNeeded ?? null
    return [{ table, row, metric, value, baseValue, ratio, low, high, said: outcome, repeatsNeeded }]
  })
  const judged = cells.filter(({ cell, share, boundary }) => isReported(cell, share, boundary)).length
  const has = (outcome: GateRow['said']) => rows.some((row) => row.said === outcome)
  const isOpen = has('looks worse') || judged === 0 || (options.strict === true && judged < cells.length)
  const verdict: GateVerdict = has('worse') ? 'regression' : isOpen ? 'inconclusive' : 'pass'
  const exitCode = EXIT_CODES[verdict]
  return { verdict, exitCode, compared: cells.length, judged, rows: rows.toSorted(worstFirst), badged, noisyMachines }
}

type GateCell = {
  table: string
  row: string
  cell: Cell
  hardware: string
  share: number
  boundary: Verdict | null
}

/** Every cell with a base: its name, its smallest change, and its position relative to a boundary. */
function cellsOf(grid: Grid, { rules, points = [], historyOf = () => [] }: GateOptions): GateCell[] {
  const pointOf = resultsByRow(grid, points)
  return grid.tables.flatMap((table) => {
    const others = table.columns.filter(({ isBase }) => !isBase).length > 1
    return rowsOf(table).flatMap(({ label, values, cells }) =>
      cells.flatMap((cell, column): GateCell[] => {
        if (cell.isBase || table.columns[column]?.isBase === true || cell.value === null) return []
        const point = pointOf(cell.runIds[0], values)
        const { test = '', hardware = '' } = point?.coordinates ?? {}
        const { share, boundary: rule } = rules?.of({ test, metric: cell.metric, hardware }) ?? DEFAULT_TEST_RULE
        const name = others ? columnName(table.columns[column]?.values ?? [], grid.columnDimensions) : ''
        const title = [table.key.label, name].filter((part) => part !== '').join(', ')
        const history = rule === null || point === undefined ? [] : historyOf(point, cell.metric)
        const boundary =
          rule === null ? null : boundaryVerdict(rule, history, { value: cell.value, better: cell.better })
        return [{ table: title, row: label, cell, hardware, share, boundary }]
      }),
    )
  })
}

/** Looks up the first result of a run in a row. A scan per cell would be quadratic, because one run can have all rows. */
function resultsByRow({ rowDimensions }: Pick<Grid, 'rowDimensions'>, points: readonly Point[]) {
  const keyOf = (runId: string, values: readonly string[]) => [runId, ...values].join('\u0000')
  const known = new Map<string, Point>()
  for (const point of points) {
    const key = keyOf(
      point.runId,
      rowDimensions.map((name) => point.coordinates[name] ?? ''),
    )
    if (!known.has(key)) known.set(key, point)
  }
  return (runId: string | undefined, values: readonly string[]) =>
    runId === undefined ? undefined : known.get(keyOf(runId, values))
}

/** The label of a column without its version. */
const columnName = (values: readonly string[], dimensions: readonly DimensionName[]): string =>
  values.filter((value, at) => dimensions[at] !== 'version' && value !== '').join(' ')

const DEFAULT_TEST_RULE: TestRule = { share: DEFAULT_SHARE, boundary: null }

const limitsOf = (share: number) => ({ worse: rounded(1 - share), better: rounded(1 + share) })
/** Rounding is needed because 1 - 0.05 is not exactly 0.95 in binary. */
const rounded = (value: number): number => Number(value.toFixed(10))

/** A test with a larger share can have the verdict no change even if it is inconclusive at the smallest share. */
function isReported({ verdict }: Cell, share: number, boundary: Verdict | null): boolean {
  if (boundary !== null) return boundary !== 'inconclusive'
  if (verdict === null) return false
  const { worse, better } = limitsOf(share)
  const isInside = verdict.interval !== null && verdict.interval.low > worse && verdict.interval.high < better
  return decisionOf(verdict) !== 'inconclusive' || isInside
}

function wordOf(
  { verdict, better }: Cell,
  { ratio, share, boundary }: { ratio: number } & Pick<GateCell, 'share' | 'boundary'>,
): GateRow['said'] | null {
  const beyond = boundary === null ? null : directionOfChange(boundary)
  if (beyond !== null) return beyond
  if (boundary === 'no change') return null
  const band = relativeBand(ratio, better, limitsOf(share))
  if (band !== 'worse' && band !== 'better') return null
  const decision = verdict === null ? null : decisionOf(verdict)
  if (boundary === null && decision === changeIn(band)) return band
  const isOpen = boundary === 'inconclusive' || decision === null || decision === 'inconclusive'
  return band === 'worse' && isOpen ? 'looks worse' : null
}

function whyOut({ footnotes }: Cell): string {
  const plain = (code: string) => (code.startsWith(OF_BASE) ? code.slice(OF_BASE.length) : code)
  const isOut = (code: string) => !code.startsWith(LEFT_OUT) && !code.startsWith(COUNTED_IN) && excludes(plain(code))
  return footnotes
    .filter(({ code }) => isOut(code))
    .map(({ text }) => text)
    .join(' ')
}

const RANK = { worse: 0, 'looks worse': 1, better: 2 } as const
const worstFirst = (a: GateRow, b: GateRow): number =>
  RANK[a.said] - RANK[b.said] || Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio))
