import { BACKGROUND_RATE } from '../benchmarks/iibench/iibench-metrics.ts'
import { TARGET_MET } from '../run/validity/missed-target.ts'
import type { Measurement } from './cells/measure.ts'
import type { Band } from './grid.ts'
import type { Point, TestInfo } from './point.ts'

/**
 * The target rate of the background load of a cell, summed over its clients; it is the base of the achieved rate. Null
 * for other metrics, for steps without a target, and for results with different numbers of clients.
 */
export function targetOf(points: readonly Point[], metric: string, testInfo: TestInfo | undefined): Measurement | null {
  const rate = testInfo?.targetRate
  const [clients, ...others] = new Set(points.map(({ coordinates }) => coordinates.clients ?? ''))
  if (metric !== BACKGROUND_RATE || rate === undefined || others.length > 0) return null
  const value = rate * Number(clients)
  if (!(value > 0)) return null
  return {
    value,
    repeats: 1,
    min: value,
    max: value,
    values: [value],
    points: [],
    valueOfPoint: [],
    footnotes: [],
    runIds: [],
  }
}

/** Band against a target: worse below 95% of it, although such a result is excluded from other comparisons. */
export function targetBand(value: number | null, target: number | null): Band {
  if (value === null || target === null) return 'none'
  return value < TARGET_MET * target ? 'worse' : 'neutral'
}
