import { formatRatio } from '../../compare/format-cell.ts'
import {
  type ChartArea,
  type ChartMark,
  type ChartModel,
  type ChartPoint,
  colorsOf,
} from '../../publish/chart/chart-model.ts'
import { thinPoints } from '../../publish/chart/thin-points.ts'
import type { Metric } from '../../run/metric.ts'
import type { SeriesPosition } from './build-lines.ts'
import type { JudgedLine } from './judge-line.ts'
import type { SeriesOrder } from './series-query.ts'

export type ShownSeries = {
  places: readonly string[]
  lines: readonly JudgedLine[]
  metric: Metric | null
  order: SeriesOrder
  /** Lines that were found, shown or not. */
  found: number
  runHref: (runId: string) => string
}

/** The points of every line with the range of their repeats, its levels with their noise, and where they change. */
export function seriesChart({ places, lines, metric, order, found, runHref }: ShownSeries): ChartModel {
  const colours = colorsOf(lines.map(({ colour, name }) => colour || name))
  const [only] = lines
  const one = lines.length === 1 && only !== undefined ? only : null
  const metricName = metric?.name ?? only?.metric ?? ''
  return {
    id: 'series',
    title: `${[...new Set(lines.map(({ test }) => test))].join(', ')}: ${metricName}`,
    summary: summaryOf(lines, places),
    draw: 'line',
    x: { kind: 'ordered', label: order === 'time' ? 'run' : order, places: places.map((name) => ({ name })) },
    y: { label: metricName, unit: metric?.unit ?? '', better: metric?.better ?? 'higher', format: 'value' },
    series: lines.map((line) => ({
      name: line.name === '' ? metricName : line.name,
      color: colours(line.colour || line.name),
      points: thinPoints(line.positions.map((position) => pointOf(position, line, runHref))),
    })),
    marks: [...lines.flatMap(changeMarks), ...(one === null ? [] : driftMarks(one))],
    areas: lines.flatMap((line) => levelAreas(line, colours(line.colour || line.name))),
    ...(found > lines.length ? { left: `${lines.length} of ${found} series are shown.` } : {}),
  }
}

function pointOf(position: SeriesPosition, { changes }: JudgedLine, runHref: ShownSeries['runHref']): ChartPoint {
  const { place, value, values, runIds, counts, notes } = position
  const change = changes.find((one) => one.place === place)
  const said = [
    ...(change === undefined ? [] : [changeWords(change.ratio, change.direction)]),
    ...(counts ? [] : ['takes no part']),
    ...notes,
  ]
  const [newest] = runIds
  return {
    x: place,
    y: value,
    ...(values.length > 1
      ? { low: Math.min(...values), high: Math.max(...values), detail: `${values.length} repeats` }
      : {}),
    ...(newest === undefined ? {} : { href: runHref(newest) }),
    ...(said.length === 0 ? {} : { note: said.join('. ') }),
  }
}

const changeMarks = ({ changes }: JudgedLine): ChartMark[] =>
  changes.map(({ place, ratio, direction }) => ({ axis: 'x', at: place, label: changeWords(ratio, direction) }))

/** Bases that lie too close to each other for two labels share one line. */
const SAME_LINE = 0.05

function driftMarks({ drifts }: JudgedLine): ChartMark[] {
  const marks: ChartMark[] = []
  for (const { base, version, against } of drifts) {
    const label = `${version} ${against}`
    const near = marks.find(({ at }) => Math.abs(at / base - 1) < SAME_LINE)
    if (near === undefined) marks.push({ axis: 'y', at: base, label })
    else near.label = `${near.label}, ${label}`
  }
  return marks
}

const levelAreas = ({ levels }: JudgedLine, color: number): ChartArea[] =>
  levels.map(({ from, to, low, high }) => ({ from, to, low, high, color }))

const DIRECTION_WORD = { worse: 'regression', better: 'improvement', changed: 'change' } as const

/** "0.93 regression" */
export const changeWords = (ratio: number, direction: JudgedLine['changes'][number]['direction']): string =>
  `${formatRatio(ratio)} ${DIRECTION_WORD[direction]}`

function summaryOf(lines: readonly JudgedLine[], places: readonly string[]): string {
  const changes = lines.reduce((sum, line) => sum + line.changes.length, 0)
  const points = lines.reduce((sum, line) => sum + line.positions.length, 0)
  const span = places.length < 2 ? '' : ` from ${places[0]} to ${places.at(-1)}`
  const said = changes === 0 ? 'no change' : changes === 1 ? '1 change' : `${changes} changes`
  return `${points} points${span}, ${said}. Bands are two standard deviations around each level.`
}
