import { cellNote } from '../../../publish/chart/cell-note.ts'
import { type ChartModel, type ChartPoint, type ChartYAxis, colorsOf } from '../../../publish/chart/chart-model.ts'
import { releaseNote } from '../../../publish/chart/release-dates.ts'
import { formatRatio } from '../../format-cell.ts'
import type { Cell } from '../../grid.ts'
import type { CompilerPanel } from './compilers.ts'
import { newestGains } from './compilers.ts'
import { gainsText } from './compilers-words.ts'

/**
 * Small charts of versions with a line for each compiler, one chart per panel, all with the same y axis.
 *
 * @param product product for the release dates if no table names one.
 */
export function compilerCharts(panels: readonly CompilerPanel[], product = ''): ChartModel[] {
  const colorOf = colorsOf(panels.flatMap(({ compilers }) => compilers))
  const ratios = panels.flatMap(({ table }) =>
    table.groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ ratio }) => ratio ?? []))),
  )
  const room = { low: Math.min(1, ...ratios), high: Math.max(1, ...ratios) }
  return panels.map((panel, i) => chartOf(panel, { id: `compilers-${i}`, room, colorOf, product }))
}

type Shared = {
  id: string
  room: { low: number; high: number }
  colorOf: (name: string) => number
  product: string
}

function chartOf(panel: CompilerPanel, { id, room, colorOf, product: ofAll }: Shared): ChartModel {
  const { table, compilers, label, coordinates } = panel
  const rows = table.groups.flatMap((group) => group.rows)
  const y: ChartYAxis = {
    label: `relative to ${table.baseLabel ?? 'the base'}`,
    unit: '',
    better: table.better,
    format: 'ratio',
    room,
  }
  const product = coordinates.product ?? ofAll
  const common = { id, title: label, summary: summarize(panel), y, marks: [{ axis: 'y' as const, at: 1, label: '' }] }
  const [only, ...others] = rows
  if (only !== undefined && others.length === 0) {
    return {
      ...common,
      draw: 'rows',
      x: { kind: 'ordered', label: 'compiler', places: compilers.map((name) => ({ name })) },
      series: [{ name: only.label, color: 1, points: compilers.map((_, x) => pointOf(x, only.cells[x])) }],
    }
  }
  return {
    ...common,
    draw: 'line',
    x: {
      kind: 'ordered',
      label: 'version',
      places: rows.map(({ values: [version = ''] }) => ({ name: version, ...releaseNote(product, version) })),
    },
    series: compilers.map((name, column) => ({
      name,
      color: colorOf(name),
      points: rows.map(({ cells }, x) => pointOf(x, cells[column])),
    })),
  }
}

const pointOf = (x: number, cell: Cell | undefined): ChartPoint => ({
  x,
  y: cell?.ratio ?? null,
  ...(cell === undefined ? {} : cellNote(cell)),
})

function summarize(panel: CompilerPanel): string {
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
