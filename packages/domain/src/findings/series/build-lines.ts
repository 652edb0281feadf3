import { valueLabel } from '../../compare/axis-label.ts'
import { isExcluded } from '../../compare/band.ts'
import { mixedNote } from '../../compare/cells/mixed-note.ts'
import { parametersOf, VARIANTS } from '../../compare/cells/side-by-side.ts'
import { type DimensionName, isParameter } from '../../compare/dimension.ts'
import { byName, dimensionOrder } from '../../compare/dimension-order.ts'
import type { Point, PointSet } from '../../compare/point.ts'
import { measuredPrimaries } from '../../compare/primary-metric.ts'
import { buildLineOf } from '../../run/build-label.ts'
import { type Metric, PRIMARY_METRIC } from '../../run/metric.ts'
import { median } from '../../stats/median.ts'
import type { SeriesOrder, SeriesQuery } from './series-query.ts'

/** Facts about a run that a series needs in addition to its results. */
export type SeriesRun = { startedAt: number | null; commit: string | null }

/** One x value of a line, with its repeats. */
export type SeriesPosition = {
  /** Index into `Lines.places`. */
  place: number
  /** Median of the repeats that are not excluded, or of all repeats if all are excluded. */
  value: number
  values: readonly number[]
  runIds: readonly string[]
  version: string
  /** Hash of the binary; null unless all repeats share it. */
  binary: string | null
  /** False if validity flags exclude all repeats; such points are shown but not judged. */
  counts: boolean
  notes: readonly string[]
}

/** Results that differ only in time and version. */
export type SeriesLine = {
  /** Values that distinguish it from the other lines; empty if there is only one. */
  name: string
  colour: string
  /** Product, whose version scheme defines the major version. */
  product: string
  workload: string
  test: string
  hardware: string
  clients: string
  /** Parameters of its results in the form that findings use: `range=100`. */
  parameters: readonly string[]
  metric: string
  /** In the order of the x axis. */
  positions: readonly SeriesPosition[]
}

export type Lines = {
  places: readonly string[]
  lines: readonly SeriesLine[]
  metric: Metric | null
  /**
   * Number of results without an x value in this order, such as runs without a start time or builds without a commit.
   */
  left: number
}

/** Groups results into lines, each with its positions in the requested order. */
export function buildLines(set: PointSet, runs: ReadonlyMap<string, SeriesRun>, query: SeriesQuery): Lines {
  const { metricOf, measured, placed, places } = placedPoints(set, runs, query)
  const indexOf = new Map(places.map((name, index) => [name, index]))
  const partOf = partReader()
  const parts = lineParts(measured, query, partOf)
  const byLine = Map.groupBy(placed, ({ point }) => keyOf(point, parts, partOf))
  const varying = parts.filter((part) => new Set(measured.map((point) => partOf(point, part))).size > 1)
  const orders = varying.map((part) => ({ part, order: dimensionOrder(part, set.tests) }))
  const firstOf = (line: readonly { point: Point }[], part: DimensionName) =>
    line[0] === undefined ? '' : partOf(line[0].point, part)
  const lines = [...byLine.values()]
    .sort((a, b) => {
      for (const { part, order } of orders) {
        const sign = order(firstOf(a, part), firstOf(b, part))
        if (sign !== 0) return sign
      }
      return 0
    })
    .map((line): SeriesLine => {
      const [first] = line
      const { product = '', workload = '', test = '', hardware = '', clients = '' } = first?.point.coordinates ?? {}
      const metric = first === undefined ? '' : metricOf(first.point)
      return {
        name: varying
          .map((part) => firstOf(line, part))
          .filter((text) => text !== '')
          .join(', '),
        colour: query.color === null ? '' : firstOf(line, query.color),
        product,
        workload,
        test,
        hardware,
        clients,
        parameters:
          first === undefined
            ? []
            : parametersOf(first.point).map((name) => valueLabel(name, partOf(first.point, name))),
        metric,
        positions: positionsOf(line, indexOf, metric),
      }
    })
  const names = new Set(lines.map(({ metric }) => metric))
  return {
    places,
    lines,
    metric: names.size === 1 ? (set.metrics.find(({ name }) => names.has(name)) ?? null) : null,
    left: measured.length - placed.length,
  }
}

/** The x values, such as commits, of results with the requested metric. */
export const listXValues = (set: PointSet, runs: ReadonlyMap<string, SeriesRun>, query: SeriesQuery): string[] =>
  placedPoints(set, runs, query).places

/** Results that have the requested metric and an x value, and the x values in order. */
function placedPoints(set: PointSet, runs: ReadonlyMap<string, SeriesRun>, query: SeriesQuery) {
  const primary = new Map(measuredPrimaries(set).map(({ name, primaryMetric }) => [name, primaryMetric]))
  const metricOf = ({ coordinates }: Point) =>
    query.metric === PRIMARY_METRIC ? (primary.get(coordinates.test ?? '') ?? '') : query.metric
  const measured = set.points.filter((point) => point.values[metricOf(point)] !== undefined)
  const placed = measured.flatMap((point) => {
    const key = xKeyOf(point, runs.get(point.runId), query.order)
    return key === null ? [] : [{ point, xKey: key }]
  })
  const xValues = orderXKeys(placed, runs, query.order)
  return { metricOf, measured, placed, places: xValues }
}

/** The x value of a result: a version, a time to the second, or a commit; null if it has none. */
function xKeyOf({ coordinates }: Point, run: SeriesRun | undefined, order: SeriesOrder): string | null {
  if (order === 'version') return coordinates.version ?? null
  if (order === 'commit') return run?.commit ?? null
  return run?.startedAt == null ? null : `${new Date(run.startedAt).toISOString().slice(0, 19).replace('T', ' ')}`
}

/** Sorts versions by number, times by time, and commits by their first run, because hashes have no order. */
function orderXKeys(
  placed: readonly { point: Point; xKey: string }[],
  runs: ReadonlyMap<string, SeriesRun>,
  order: SeriesOrder,
): string[] {
  const first = new Map<string, number>()
  for (const { point, xKey } of placed) {
    const at = runs.get(point.runId)?.startedAt ?? Number.POSITIVE_INFINITY
    first.set(xKey, Math.min(first.get(xKey) ?? Number.POSITIVE_INFINITY, at))
  }
  if (order === 'version') return [...first.keys()].sort(dimensionOrder('version', []))
  return [...first].sort(([a, at], [b, other]) => (at === other ? byName(a, b) : at - other)).map(([key]) => key)
}

/**
 * Dimensions in which the results of one line agree. A line continues across versions, across builds that belong to one
 * version each, and across a change of the compiler between versions.
 */
function lineParts(points: readonly Point[], { color }: SeriesQuery, partOf: ReadPart): DimensionName[] {
  const names = new Set<DimensionName>(['product', 'config', 'hardware', 'benchmark', 'workload', 'test', 'clients'])
  const versionsOf = Map.groupBy(points, (point) => partOf(point, 'build'))
  const recurs = [...versionsOf.values()].every(
    (found) => new Set(found.map(({ coordinates }) => coordinates.version)).size > 1,
  )
  if (recurs) names.add('build')
  for (const { coordinates } of points)
    for (const name of Object.keys(coordinates)) if (isParameter(name)) names.add(name)
  if (color !== null && color !== 'version' && color !== 'repeat') names.add(color)
  for (const part of VARIANTS)
    if (!names.has(part) && isSeveralAtOnce(points, part, [...names, 'version'], partOf)) names.add(part)
  return [...names]
}

/** True if one version has several values of a dimension, which one point of a line would mix. */
function isSeveralAtOnce(
  points: readonly Point[],
  part: DimensionName,
  within: readonly DimensionName[],
  partOf: ReadPart,
): boolean {
  const [one] = points
  if (one === undefined || points.every((point) => partOf(point, part) === partOf(one, part))) return false
  const first = new Map<string, string>()
  return points.some((point) => {
    const id = keyOf(point, within, partOf)
    const known = first.get(id)
    if (known === undefined) first.set(id, partOf(point, part))
    return known !== undefined && known !== partOf(point, part)
  })
}

type ReadPart = (point: Point, part: DimensionName) => string

/** Returns a function that reads a dimension; builds are read without their commit, which differs in each version. */
function partReader(): ReadPart {
  const lineOf = new Map<string, string>()
  return ({ coordinates }, part) => {
    const value = coordinates[part] ?? ''
    if (part !== 'build') return value
    const line = lineOf.get(value) ?? buildLineOf(value)
    lineOf.set(value, line)
    return line
  }
}

/** Names cannot contain NUL, so different values have different keys. */
const keyOf = (point: Point, parts: readonly DimensionName[], partOf: ReadPart): string => {
  let key = ''
  for (const part of parts) key += `${partOf(point, part)}\u0000`
  return key
}

function positionsOf(
  line: readonly { point: Point; xKey: string }[],
  indexOf: ReadonlyMap<string, number>,
  metric: string,
): SeriesPosition[] {
  const isAbout = ({ metrics }: { metrics?: readonly string[] }) => metrics?.includes(metric) ?? true
  const byXKey = Map.groupBy(line, ({ xKey }) => xKey)
  return [...byXKey]
    .map(([key, found]): SeriesPosition => {
      const repeats = inRepeatOrder(found.map(({ point }) => point))
      const notesOf = ({ footnotes = [] }: Point) => footnotes.filter(isAbout)
      const counting = repeats.filter((point) => !isExcluded(notesOf(point)))
      const counts = counting.length > 0
      const taken = counts ? counting : repeats
      const values = taken.flatMap((point) => point.values[metric] ?? [])
      const binaries = new Set(repeats.map(({ binary }) => binary))
      const [binary] = binaries
      const notes = repeats.flatMap((point) => notesOf(point).map(({ text }) => text))
      const mixed = mixedNote(taken)
      if (mixed !== null) notes.push(mixed.text)
      return {
        place: indexOf.get(key) ?? 0,
        value: median(values) ?? 0,
        values,
        runIds: [...new Set(repeats.map(({ runId }) => runId))],
        version: repeats[0]?.coordinates.version ?? '',
        binary: binaries.size === 1 ? (binary ?? null) : null,
        counts,
        notes: [...new Set(notes)],
      }
    })
    .sort((a, b) => a.place - b.place)
}

/** Most x values over time or commits have only one result. */
const inRepeatOrder = (points: readonly Point[]): readonly Point[] =>
  points.length < 2 ? points : points.toSorted((a, b) => byName(a.coordinates.repeat ?? '', b.coordinates.repeat ?? ''))
