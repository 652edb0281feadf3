import type { ChartModel } from './chart-model.ts'
import { ninesName } from './percentile-charts.ts'

/** The numbers of a chart as a table: a row for each x value, a column for each series. */
type ChartTable = {
  corner: string
  columns: readonly string[]
  rows: readonly { name: string; cells: readonly ChartTableCell[] }[]
}

type ChartTableCell = { value: number | null; href?: string; note?: string }

const NOTHING: ChartTableCell = { value: null }

export function chartTable({ x, series }: ChartModel): ChartTable {
  const positions = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b)
  const byX = series.map(({ points }) => new Map(points.map((point) => [point.x, point])))
  return {
    corner: x.kind === 'ordered' || x.unit === '' ? x.label : `${x.label} (${x.unit})`,
    columns: series.map(({ name }) => name),
    rows: positions.map((index) => ({
      name: xValueName(x, index),
      cells: byX.map((points): ChartTableCell => {
        const point = points.get(index)
        if (point === undefined) return NOTHING
        const { y, href, note } = point
        return { value: y, ...(href === undefined ? {} : { href }), ...(note === undefined ? {} : { note }) }
      }),
    })),
  }
}

/** The label of an x value: the name of an ordered value, or the number. */
export function xValueName(x: ChartModel['x'], index: number): string {
  if (x.kind === 'nines') return ninesName(index)
  if (x.kind !== 'ordered') return String(index)
  const found = x.places[index]
  if (found === undefined) return ''
  return found.note === undefined ? found.name : `${found.name} (${found.note})`
}
