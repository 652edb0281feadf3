import { plural } from '../../plural.ts'
import {
  type ChartArea,
  type ChartMark,
  type ChartModel,
  type ChartPoint,
  colorsOf,
} from '../../publish/chart/chart-model.ts'
import { thinPoints } from '../../publish/chart/thin-points.ts'
import type { Metric } from '../../run/metric.ts'
import { percentWords } from '../releases/release-words.ts'
import type { SeriesPosition } from './build-lines.ts'
import type { JudgedLine } from './judge-line.ts'
import type { SeriesOrder } from './series-query.ts'
import { maxDrawnPoints } from './thin-series.ts'

type ShownSeries = {
  places: readonly string[]
  lines: readonly JudgedLine[]
  metric: Metric | null
  order: SeriesOrder
  /** Number of lines, including those that are not shown. */
  found: number
  runHref: (runId: string) => string
}

/**
 * The chart of a series: points of every line with the range of their repeats, levels with their noise, and changes.
 */
export function seriesChart({ places, lines, metric, order, found, runHref }: ShownSeries): ChartModel {
  const colors = colorsOf(lines.map(({ colour, name }) => colour || name))
  const [only] = lines
  const one = lines.length === 1 && only !== undefined ? only : null
  const metricName = metric?.name ?? only?.metric ?? ''
  const drawn = lines.map((line) =>
    thinPoints(
      line.positions.map((position) => pointOf(position, line, runHref)),
      maxDrawnPoints(lines.length),
    ),
  )
  const axis = drawnXValues(places, lines, drawn)
  const left = [
    ...(found > lines.length ? [`${lines.length} of ${found} series are shown.`] : []),
    ...thinnedWords(lines, drawn),
  ]
  return {
    id: 'series',
    title: `${[...new Set(lines.map(({ test }) => test))].join(', ')}: ${metricName}`,
    summary: summaryOf(lines, places),
    draw: 'line',
    x: { kind: 'ordered', label: order === 'time' ? 'run' : order, places: axis.names.map((name) => ({ name })) },
    y: {
      label: metricName,
      unit: metric?.unit ?? '',
      better: metric?.better ?? 'higher',
      format: 'value',
      start: 'near',
    },
    series: lines.map((line, i) => ({
      name: line.name === '' ? metricName : line.name,
      color: colors(line.colour || line.name),
      points: (drawn[i] ?? []).map((point) => ({ ...point, x: axis.at(point.x) })),
    })),
    marks: [
      ...lines.flatMap(changeMarks).map((mark) => ({ ...mark, at: axis.at(mark.at) })),
      ...(one === null ? [] : driftMarks(one)),
    ],
    areas: lines
      .flatMap((line) => levelAreas(line, colors(line.colour || line.name)))
      .map((area) => ({ ...area, from: axis.at(area.from), to: axis.at(area.to) })),
    ...(left.length === 0 ? {} : { left: left.join(' ') }),
  }
}

/** The positions of the drawn points and of the ends of levels and changes, and a lookup of the index of each. */
function drawnXValues(
  positions: readonly string[],
  lines: readonly JudgedLine[],
  drawn: readonly (readonly ChartPoint[])[],
): { names: readonly string[]; at: (position: number) => number } {
  const remaining = new Set([
    ...drawn.flatMap((points) => points.map(({ x }) => x)),
    ...lines.flatMap(({ changes }) => changes.map(({ place }) => place)),
    ...lines.flatMap(({ levels }) => levels.flatMap(({ from, to }) => [from, to])),
  ])
  const isThinned = drawn.some((points, i) => points.length < (lines[i]?.positions.length ?? 0))
  if (!isThinned) return { names: positions, at: (position) => position }
  const sorted = [...remaining].sort((a, b) => a - b)
  const indexes = new Map(sorted.map((position, index) => [position, index]))
  return { names: sorted.map((position) => positions[position] ?? ''), at: (position) => indexes.get(position) ?? 0 }
}

function thinnedWords(lines: readonly JudgedLine[], drawn: readonly (readonly ChartPoint[])[]): string[] {
  const all = lines.reduce((sum, { positions }) => sum + positions.length, 0)
  const shown = drawn.reduce((sum, points) => sum + points.length, 0)
  if (shown === all) return []
  const counts = `${shown.toLocaleString('en')} of ${all.toLocaleString('en')}`
  return [
    `The chart shows ${counts} points: the minimum and the maximum of each interval. The REST API returns all of them.`,
  ]
}

function pointOf(position: SeriesPosition, { changes }: JudgedLine, runHref: ShownSeries['runHref']): ChartPoint {
  const { place, value, values, runIds, counts, notes } = position
  const change = changes.find((one) => one.place === place)
  const texts = [
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
    ...(texts.length === 0 ? {} : { note: texts.join('. ') }),
  }
}

const changeMarks = ({ changes }: JudgedLine): ChartMark[] =>
  changes.map(({ place, ratio }) => ({ axis: 'x', at: place, label: percentWords(ratio) }))

/** Base lines that are closer than this share one label. */
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

/** Formats "regression, −7%". */
const changeWords = (ratio: number, direction: JudgedLine['changes'][number]['direction']): string =>
  `${DIRECTION_WORD[direction]}, ${percentWords(ratio)}`

function summaryOf(lines: readonly JudgedLine[], positions: readonly string[]): string {
  const changes = lines.reduce((sum, line) => sum + line.changes.length, 0)
  const points = lines.reduce((sum, line) => sum + line.positions.length, 0)
  const span = positions.length < 2 ? '' : ` from ${positions[0]} to ${positions.at(-1)}`
  const text = changes === 0 ? 'no change' : plural(changes, 'change')
  return `${points} points${span}, ${text}. Bands are two standard deviations around each level.`
}
