import { roundHalfEven } from '../../../stats/round-half-even.ts'
import { axisLabel } from '../../axis-label.ts'
import { isExcluded } from '../../band.ts'
import { type Comparison, DEFAULT_BANDS } from '../../comparison.ts'
import type { DimensionName } from '../../dimension.ts'
import type { Cell, Grid, GridTable } from '../../grid.ts'

/** Gain of one compiler over the first compiler, for one version. */
export type CompilerGain = {
  version: string
  compiler: string
  over: string
  /** The change as a share: 0.15 is 15% more. */
  change: number
  cell: Cell
}

/** One test on one machine, with versions on rows and compilers on columns. */
export type CompilerPanel = {
  label: string
  coordinates: Readonly<Partial<Record<DimensionName, string>>>
  table: GridTable
  compilers: readonly string[]
  /** In the order of versions, then of compilers. */
  gains: readonly CompilerGain[]
}

/**
 * Agreement of machines on one compiler in one test. Each machine counts with its newest version built with both
 * compilers.
 */
export type CompilerConsensus = {
  test: string
  /** Other values that the machines share, such as the workload `byrx`. */
  of: string
  compiler: string
  over: string
  machines: readonly { machine: string; version: string; change: number }[]
  /** Verdict of most machines; null when no verdict has more than half of them. */
  verdict: 'faster' | 'slower' | 'about the same' | null
  agree: number
}

export type Compilers = {
  panels: readonly CompilerPanel[]
  consensus: readonly CompilerConsensus[]
  /** Labels of tables with only one compiler. */
  leftOut: readonly string[]
}

/**
 * Versions on rows, compilers on columns (with their flags, if the columns have them), divided by the oldest version
 * built with the first compiler.
 */
export function compilersComparison(requested: Comparison): Comparison {
  const columns: DimensionName[] = requested.columns.includes('flags') ? ['compiler', 'flags'] : ['compiler']
  const placed: readonly DimensionName[] = ['version', ...columns]
  const tables = requested.tables.filter((dimension) => !placed.includes(dimension))
  return {
    ...requested,
    rows: ['version'],
    columns,
    tables: tables.includes('test') ? tables : ['test', ...tables],
    metrics: requested.metrics.slice(0, 1),
    base: { kind: 'first-cell' },
    onlyChanged: false,
    sort: { kind: 'order' },
  }
}

/** @param grid the grid of `comparison`, which compilersComparison created. */
export function compilersOf(grid: Grid, comparison: Comparison): Compilers {
  const made = grid.tables.map((table) => makePanel(table, comparison))
  const panels = made.filter(({ gains }) => gains.length > 0)
  const leftOut = made.filter(({ gains }) => gains.length === 0).map(({ label }) => label)
  return { panels, leftOut, consensus: consensusOf(panels, comparison) }
}

function makePanel(table: GridTable, { tables, asPublished }: Comparison): CompilerPanel {
  const compilers = table.columns.map(({ values, label }) => (values.length > 1 ? label : (values[0] ?? '')))
  const rows = table.groups.flatMap((group) => group.rows)
  const gains = rows.flatMap(({ values: [version = ''], cells }): CompilerGain[] => {
    const [first] = cells
    const [over] = compilers
    if (first === undefined || over === undefined) return []
    return cells.slice(1).flatMap((cell, i): CompilerGain[] => {
      const change = changeOver(cell, first, asPublished)
      return change === null ? [] : [{ version, compiler: compilers[i + 1] ?? '', over, change, cell }]
    })
  })
  const coordinates = Object.fromEntries(tables.map((dimension, i) => [dimension, table.key.values[i] ?? '']))
  return { label: table.key.label, coordinates, table, compilers, gains }
}

/** Published posts divide rounded relative QPS: 1.11 vs 1.04 is 7% more, although the exact gain is 6%. */
function changeOver(own: Cell, first: Cell, asPublished: boolean): number | null {
  if ([own, first].some(({ footnotes }) => isExcluded(footnotes))) return null
  if (asPublished) {
    if (own.ratio === null || first.ratio === null) return null
    const base = roundHalfEven(first.ratio, 2)
    return base === 0 ? null : roundHalfEven(own.ratio, 2) / base - 1
  }
  return own.value === null || first.value === null || first.value === 0 ? null : own.value / first.value - 1
}

/** Gains of the newest version that has gains. */
export function newestGains({ gains }: CompilerPanel): readonly CompilerGain[] {
  const version = gains.at(-1)?.version
  return gains.filter((gain) => gain.version === version)
}

/** Dimensions in which panels of different machines may differ: the machine, and dimensions that depend on it. */
const OF_MACHINE: readonly DimensionName[] = ['hardware', 'clients', 'config']

function consensusOf(panels: readonly CompilerPanel[], { tables, bands }: Comparison): CompilerConsensus[] {
  const shared = tables.filter((dimension) => dimension !== 'test' && !OF_MACHINE.includes(dimension))
  const limits = bands.kind === 'relative' ? bands : DEFAULT_BANDS
  const alike = Map.groupBy(panels, ({ coordinates }) =>
    [coordinates.test, ...shared.map((name) => coordinates[name])].join('\u0000'),
  )
  return [...alike.values()].flatMap((members): CompilerConsensus[] => {
    const [panel] = members
    if (panel === undefined) return []
    const all = members.flatMap((member) =>
      newestGains(member).map((gain) => ({ ...gain, machine: member.coordinates.hardware ?? '' })),
    )
    return [...Map.groupBy(all, ({ compiler, over }) => `${compiler}\u0000${over}`).values()].flatMap((gains) => {
      const [gain] = gains
      if (gain === undefined) return []
      const { verdict, agree } = majority(
        gains.map(({ change }) => change),
        limits,
      )
      return [
        {
          test: panel.coordinates.test ?? '',
          of: axisLabel(
            shared,
            shared.map((name) => panel.coordinates[name] ?? ''),
          ),
          compiler: gain.compiler,
          over: gain.over,
          machines: gains.map(({ machine, version, change }) => ({ machine, version, change })),
          verdict,
          agree,
        },
      ]
    })
  })
}

/** The verdict of most changes, decided on the digits that are shown. */
function majority(changes: readonly number[], limits: { worse: number; better: number }) {
  const verdictOf = (change: number) => {
    const ratio = roundHalfEven(1 + change, 2)
    if (ratio >= limits.better) return 'faster'
    return ratio <= limits.worse ? 'slower' : 'about the same'
  }
  const counted = (['slower', 'faster', 'about the same'] as const).map((verdict) => {
    return { verdict, agree: changes.filter((change) => verdictOf(change) === verdict).length }
  })
  const strongest = counted.reduce((best, one) => (one.agree > best.agree ? one : best))
  return strongest.agree * 2 > changes.length ? strongest : { verdict: null, agree: strongest.agree }
}
