import { type ChartModel, type ChartYAxis, colorsOf } from '../chart/chart-model.ts'
import { releaseNote } from '../chart/release-dates.ts'
import { formatRatio } from '../compare/format-cell.ts'
import type { CompilerPanel } from './compilers.ts'
import { newestGains } from './compilers.ts'
import { gainsText } from './compilers-words.ts'

/** Versions in order with a line for each compiler, one small chart per panel, all on one scale. */
export function compilerCharts(panels: readonly CompilerPanel[]): ChartModel[] {
  const colorOf = colorsOf(panels.flatMap(({ compilers }) => compilers))
  const ratios = panels.flatMap(({ table }) =>
    table.groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ ratio }) => ratio ?? []))),
  )
  const room = { low: Math.min(1, ...ratios), high: Math.max(1, ...ratios) }
  return panels.map((panel, i) => chartOf(panel, { id: `compilers-${i}`, room, colorOf }))
}

type Shared = { id: string; room: { low: number; high: number }; colorOf: (name: string) => number }

function chartOf(panel: CompilerPanel, { id, room, colorOf }: Shared): ChartModel {
  const { table, compilers, label, place } = panel
  const rows = table.groups.flatMap((group) => group.rows)
  const y: ChartYAxis = {
    label: `relative to ${table.baseLabel ?? 'the base'}`,
    unit: '',
    better: table.better,
    format: 'ratio',
    room,
  }
  const product = place.product ?? 'RocksDB'
  return {
    id,
    title: label,
    summary: summarise(panel),
    draw: 'line',
    x: {
      kind: 'ordered',
      label: 'version',
      places: rows.map(({ values: [version = ''] }) => ({ name: version, ...releaseNote(product, version) })),
    },
    y,
    series: compilers.map((name, column) => ({
      name,
      color: colorOf(name),
      points: rows.map(({ cells }, x) => ({ x, y: cells[column]?.ratio ?? null })),
    })),
    marks: [{ axis: 'y', at: 1, label: '' }],
  }
}

function summarise(panel: CompilerPanel): string {
  const ratios = panel.table.groups.flatMap(({ rows }) =>
    rows.flatMap(({ cells, label }) => cells.flatMap(({ ratio }) => (ratio === null ? [] : [{ ratio, label }]))),
  )
  const gains = gainsText(newestGains(panel))
  const [first] = ratios
  if (first === undefined) return `${gains}.`
  const low = ratios.reduce((a, b) => (b.ratio < a.ratio ? b : a), first)
  const high = ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a), first)
  return `${gains}. From ${formatRatio(low.ratio)} (${low.label}) to ${formatRatio(high.ratio)} (${high.label}).`
}
