import type { ChartModel, ChartPoint, ChartSeries, XValue } from '@assay/domain/publish/chart/chart-model'

type Rest = Omit<ChartPoint, 'x' | 'y' | 'href'>

/** The points of one series as columns. */
type PackedSeries = Omit<ChartSeries, 'points'> & {
  x: readonly number[]
  y: readonly (number | null)[]
  /** The beginning that all addresses share, and the rest of each; null for a point without one. */
  hrefs: { start: string; ends: readonly (string | null)[] } | null
  /** Other fields by index of the point, because few points have any. */
  rest: readonly (readonly [index: number, fields: Rest])[]
}

/**
 * A chart with its points as columns. A page sends its model to the browser as text, in which names of fields would be
 * most of a long series.
 */
export type PackedChart = Omit<ChartModel, 'x' | 'series'> & {
  x:
    | Exclude<ChartModel['x'], { kind: 'ordered' }>
    | { kind: 'packed'; label: string; places: readonly (string | XValue)[] }
  series: readonly PackedSeries[]
}

export function packChart(model: ChartModel): PackedChart {
  const { x } = model
  return {
    ...model,
    x: x.kind === 'ordered' ? { kind: 'packed', label: x.label, places: x.places.map(packName) } : x,
    series: model.series.map(packSeries),
  }
}

/** The inverse of `packChart`. */
export function unpackChart(packed: PackedChart): ChartModel {
  const { x } = packed
  return {
    ...packed,
    x: x.kind === 'packed' ? { kind: 'ordered', label: x.label, places: x.places.map(unpackName) } : x,
    series: packed.series.map(unpackSeries),
  }
}

const packName = (xValue: XValue): string | XValue => (Object.keys(xValue).length === 1 ? xValue.name : xValue)
const unpackName = (xValue: string | XValue): XValue => (typeof xValue === 'string' ? { name: xValue } : xValue)

function packSeries({ points, ...series }: ChartSeries): PackedSeries {
  const hrefs = points.map(({ href }) => href ?? null)
  const start = commonStart(hrefs.filter((href) => href !== null))
  return {
    ...series,
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    hrefs: hrefs.every((href) => href === null)
      ? null
      : { start, ends: hrefs.map((href) => href?.slice(start.length) ?? null) },
    rest: points.flatMap(({ x: _x, y: _y, href: _href, ...rest }, index) =>
      Object.keys(rest).length === 0 ? [] : [[index, rest] as const],
    ),
  }
}

function unpackSeries({ x, y, hrefs, rest, ...series }: PackedSeries): ChartSeries {
  const fields = new Map(rest)
  const points = x.map((at, index): ChartPoint => {
    const end = hrefs?.ends[index] ?? null
    return {
      x: at,
      y: y[index] ?? null,
      ...(hrefs === null || end === null ? {} : { href: `${hrefs.start}${end}` }),
      ...fields.get(index),
    }
  })
  return { ...series, points }
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
