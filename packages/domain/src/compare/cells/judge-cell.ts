import type { Metric } from '../../run/metric.ts'
import { relativeBand } from '../band.ts'
import type { Context } from '../context.ts'
import type { Nearest } from '../noise/nearest-release.ts'
import { lineOf } from '../noise/pair-steps.ts'
import { noiseKeyOf } from '../verdict/repeat-groups.ts'
import type { Evidence, JudgedSide } from '../verdict/significance.ts'
import type { Noise } from '../verdict/verdict.ts'
import type { Measurement } from './measure.ts'

type JudgeCell = (own: Measurement, base: Measurement, ratio: number) => Evidence

/** Functions that judge the cells of one table; null when the comparison has no verdicts. */
export function cellJudge({
  judge,
  floors,
  limits,
  tests,
}: Context): (metric: Metric, factor: number) => JudgeCell | null {
  if (judge === null) return () => null
  // Cached by measurement, because all cells of a row may have the same base.
  const sides = new Map<Measurement, JudgedSide>()
  return ({ name, better }, factor) =>
    (own, base, ratio) => {
      const band = relativeBand(ratio, better, limits)
      return judge({ own: sideOf(own, name), base: sideOf(base, name), factor, ratio, band })
    }

  function sideOf(measurement: Measurement, metric: string): JudgedSide {
    const known = sides.get(measurement)
    if (known !== undefined) return known
    const { values, points, valueOfPoint } = measurement
    const [first] = points
    const floor =
      first === undefined ? null : floors.at(noiseKeyOf(first, tests.get(first.coordinates.test ?? ''), metric))
    const side: JudgedSide = {
      values,
      points,
      valueOfPoint,
      floor,
      within: floor === null ? withinRuns(measurement, metric) : null,
      nearest: floor?.shape === undefined ? null : nearestRelease(measurement, metric),
    }
    sides.set(measurement, side)
    return side
  }

  function nearestRelease({ points }: Measurement, metric: string): Nearest | null {
    const [point] = points
    if (point === undefined || points.length > 1) return null
    const { product = '', version = '' } = point.coordinates
    const key = noiseKeyOf(point, tests.get(point.coordinates.test ?? ''), metric)
    return floors.nearest?.({ ...key, product, version, line: lineOf(point.coordinates) }) ?? null
  }
}

/** Noise within runs, from the interval samples of the measurement's runs; null unless each run has samples. */
function withinRuns({ points }: Measurement, metric: string): Noise | null {
  const all = points.flatMap(({ noise }) => noise?.[metric] ?? [])
  if (all.length === 0 || all.length < points.length) return null
  const variance = all.reduce((sum, { sd }) => sum + sd ** 2, 0) / all.length
  const degreesOfFreedom = all.reduce((sum, one) => sum + one.degreesOfFreedom, 0)
  return { source: 'samples', sd: Math.sqrt(variance), degreesOfFreedom }
}
