import { thinPoints } from '../../publish/chart/thin-points.ts'
import type { Lines, SeriesPosition } from './build-lines.ts'
import type { JudgedLine } from './judge-line.ts'

/** Maximum drawn points, two for each pixel column of a wide chart. */
const MAX_DRAWN_POINTS = 2_400
/** Minimum drawn points of each of many lines, so that their shape is still visible. */
const MIN_DRAWN_POINTS = 400

/** Maximum drawn points of each line of a chart. */
export const maxDrawnPoints = (lines: number): number =>
  Math.max(MIN_DRAWN_POINTS, Math.floor(MAX_DRAWN_POINTS / lines))

/** Points as columns of equal length, because the names of their fields would be most of the text. */
type PointColumns = {
  place: number[]
  value: number[]
  /** The smallest and the largest of the repeats. */
  low: number[]
  high: number[]
  repeats: number[]
  /** The newest run. */
  runId: (string | null)[]
  version: string[]
  counts: boolean[]
  /** Texts by index into these columns, because few points have any. */
  notes: Record<number, readonly string[]>
}

export type DrawnLine = Omit<JudgedLine, 'positions'> & {
  /** Number of points before thinning, from which changes and levels were computed. */
  of: number
  points: PointColumns
}

/** The lines of a series with the points that a chart draws; `places` are those of the remaining points. */
export type DrawnSeries<T> = Omit<T, 'lines' | 'places'> & {
  places: string[]
  thinned: { points: number; of: number }
  lines: DrawnLine[]
}

/**
 * Reduces each line to what a chart draws: the minimum and the maximum of each stretch that one pixel column shows, both
 * points of every change, the ends of every level, and points with notes.
 */
export function thinSeries<T extends Pick<Lines, 'places'> & { lines: readonly JudgedLine[] }>(
  series: T,
  max = maxDrawnPoints(series.lines.length),
): DrawnSeries<T> {
  const remaining = series.lines.map((line) => remainingPositions(line, max))
  const used = [...new Set(remaining.flatMap((positions) => positions.map(({ place }) => place)))].sort((a, b) => a - b)
  const indexOf = new Map(used.map((xIndex, index) => [xIndex, index]))
  const at = (xIndex: number) => indexOf.get(xIndex) ?? 0
  return {
    ...series,
    places: used.map((xIndex) => series.places[xIndex] ?? ''),
    thinned: {
      points: remaining.reduce((sum, { length }) => sum + length, 0),
      of: series.lines.reduce((sum, { positions }) => sum + positions.length, 0),
    },
    lines: series.lines.map(({ positions, ...line }, i) => ({
      ...line,
      changes: line.changes.map((change) => ({ ...change, place: at(change.place), after: at(change.after) })),
      levels: line.levels.map((level) => ({ ...level, from: at(level.from), to: at(level.to) })),
      of: positions.length,
      points: columnsOf(remaining[i] ?? [], at),
    })),
  }
}

function remainingPositions({ positions, changes, levels }: JudgedLine, max: number): SeriesPosition[] {
  const fixed = new Set([
    ...changes.flatMap(({ place, after }) => [place, after]),
    ...levels.flatMap(({ from, to }) => [from, to]),
  ])
  const points = positions.map((position) => ({
    x: position.place,
    y: position.value,
    ...(fixed.has(position.place) || position.notes.length > 0 ? { note: '' } : {}),
    position,
  }))
  return thinPoints(points, max).map(({ position }) => position)
}

function columnsOf(positions: readonly SeriesPosition[], at: (xIndex: number) => number): PointColumns {
  return {
    place: positions.map(({ place }) => at(place)),
    value: positions.map(({ value }) => value),
    low: positions.map(({ values }) => Math.min(...values)),
    high: positions.map(({ values }) => Math.max(...values)),
    repeats: positions.map(({ values }) => values.length),
    runId: positions.map(({ runIds: [newest = null] }) => newest),
    version: positions.map(({ version }) => version),
    counts: positions.map(({ counts }) => counts),
    notes: Object.fromEntries(positions.flatMap(({ notes }, i) => (notes.length === 0 ? [] : [[i, notes]]))),
  }
}
