import { COUNTED_IN, LEFT_OUT, OF_BASE, relativeBand, takesNoPart } from '../compare/band.ts'
import type { Comparison } from '../compare/comparison.ts'
import type { DimensionName } from '../compare/dimension.ts'
import type { Cell, Grid } from '../compare/grid.ts'
import { tableTitle } from '../compare/shown-table.ts'
import { rowsOf } from '../tldr/blocks.ts'
import { excludes } from '../validity/badge.ts'
import { DEFAULT_SHARE, type Shares } from './gate-rule.ts'

export type GateVerdict = 'pass' | 'regression' | 'cannot tell'

/** What a build ends with; 3 is an error, which no gate answers. */
export const EXIT_CODES: Readonly<Record<GateVerdict, number>> = { pass: 0, regression: 1, 'cannot tell': 2 }
export const GATE_ERROR = 3

/** One test that is worse, better, or looks worse and cannot be told. */
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
  /** Repeats on each side that would tell; null when the noise is not known. */
  repeatsNeeded: number | null
}

/** One test that takes no part, and why. */
export type GateBadged = { table: string; row: string; why: string }

export type Gate = {
  verdict: GateVerdict
  exitCode: number
  /** How many ratios were looked at, and of how many something could be said. */
  compared: number
  judged: number
  rows: readonly GateRow[]
  badged: readonly GateBadged[]
}

export type GateOptions = {
  shares?: Pick<Shares, 'of'>
  /** Passes only when of every ratio something can be said. */
  strict?: boolean
  /** What the grid was made of, where machines have rules of their own. */
  places?: { tables: Comparison['tables']; hardware: string }
}

/**
 * Whether a candidate may pass, from a grid with the base as its base: a regression when any test is worse for certain;
 * it cannot be told when one looks worse and the noise is too large to say, or when nothing could be judged at all.
 * What got better never fails it, and what has a badge takes no part.
 */
export function gateOf(grid: Grid, options: GateOptions = {}): Gate {
  const places = cellsOf(grid, options)
  const badged = places.flatMap(({ table, row, cell }) =>
    takesNoPart(cell.footnotes) ? [{ table, row, why: whyOut(cell) }] : [],
  )
  const cells = places.flatMap((place) =>
    place.cell.ratio === null || takesNoPart(place.cell.footnotes) ? [] : [{ ...place, ratio: place.cell.ratio }],
  )
  const rows = cells.flatMap(({ table, row, cell, ratio, share }): GateRow[] => {
    const said = saidOf(cell, ratio, share)
    if (said === null) return []
    const { low = null, high = null } = cell.verdict?.interval ?? {}
    const { metric, value, baseValue, verdict } = cell
    const repeatsNeeded = verdict?.repeatsNeeded ?? null
    return [{ table, row, metric, value, baseValue, ratio, low, high, said, repeatsNeeded }]
  })
  const judged = cells.filter(({ cell, share }) => isSaid(cell, share)).length
  const has = (said: GateRow['said']) => rows.some((row) => row.said === said)
  const isOpen = has('looks worse') || judged === 0 || (options.strict === true && judged < cells.length)
  const verdict: GateVerdict = has('worse') ? 'regression' : isOpen ? 'cannot tell' : 'pass'
  const exitCode = EXIT_CODES[verdict]
  return { verdict, exitCode, compared: cells.length, judged, rows: rows.toSorted(worstFirst), badged }
}

type Place = { table: string; row: string; cell: Cell; share: number }

/** Every cell that has a base, with what it is called and from which change on it counts. */
function cellsOf(grid: Grid, { shares, places }: GateOptions): Place[] {
  return grid.tables.flatMap((table) => {
    const at = places?.tables.indexOf('hardware') ?? -1
    const hardware = table.key.values[at] ?? places?.hardware ?? ''
    const others = table.columns.filter(({ isBase }) => !isBase).length > 1
    return rowsOf(table).flatMap(({ label, values, cells }) =>
      cells.flatMap((cell, column): Place[] => {
        if (cell.isBase || table.columns[column]?.isBase === true || cell.value === null) return []
        const test = values[grid.rowDimensions.indexOf('test')] ?? ''
        const share = shares?.of({ test, metric: cell.metric, hardware }) ?? DEFAULT_SHARE
        const name = others ? columnName(table.columns[column]?.values ?? [], grid.columnDimensions) : ''
        const title = [tableTitle(grid, table), name].filter((part) => part !== '').join(', ')
        return [{ table: title, row: label, cell, share }]
      }),
    )
  })
}

/** What tells columns of one version apart. */
const columnName = (values: readonly string[], dimensions: readonly DimensionName[]): string =>
  values.filter((_, at) => dimensions[at] !== 'version').join(' ')

const limitsOf = (share: number) => ({ worse: rounded(1 - share), better: rounded(1 + share) })
/** 1 - 0.05 is not 0.95 in binary. */
const rounded = (value: number): number => Number(value.toFixed(10))

/** A test with a wider share of its own can be told to be the same where the narrowest of the rule leaves it open. */
function isSaid({ verdict }: Cell, share: number): boolean {
  if (verdict === null) return false
  const { worse, better } = limitsOf(share)
  const isInside = verdict.interval !== null && verdict.interval.low > worse && verdict.interval.high < better
  return verdict.verdict !== 'cannot-tell' || isInside
}

function saidOf({ verdict, better }: Cell, ratio: number, share: number): GateRow['said'] | null {
  const band = relativeBand(ratio, better, limitsOf(share))
  if (band !== 'worse' && band !== 'better') return null
  if (verdict?.verdict === band) return band
  return band === 'worse' && (verdict === null || verdict.verdict === 'cannot-tell') ? 'looks worse' : null
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
