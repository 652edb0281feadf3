import { median } from '../../stats/median.ts'
import { poolKey, type RepeatGroup } from './noise-levels.ts'
import { fitShape, type NoiseShape } from './noise-shape.ts'
import { sizeOfStep } from './step-grid.ts'

/** Standard deviation of normal values divided by the median of their absolute differences. */
export const SD_OF_MEDIAN_STEP = 1.4826 / Math.SQRT2

/** Absolute differences between neighboring repeats. */
export const stepsOf = ({ logs = [] }: Pick<RepeatGroup, 'logs'>): number[] =>
  logs.slice(1).map((log, at) => Math.abs(log - (logs[at] ?? 0)))

/**
 * Outliers within sessions: their shape, the sd of the core of one run, and the smallest number of repeats in a
 * session.
 */
export type SessionShape = { shape: NoiseShape; sd: number; repeats: number }

/**
 * The outliers among repeats of one session, from differences divided by the median difference of their test.
 *
 * @param members repeats on one machine of one benchmark and metric.
 * @returns undefined if the noise within sessions seems normal.
 */
export function sessionShape(members: readonly RepeatGroup[]): SessionShape | undefined {
  const counts = new Map<number, number>()
  const scales: number[] = []
  for (const own of Map.groupBy(members, (member) => poolKey(member, 'test')).values()) {
    const steps = own.flatMap(({ within = [] }) => stepsOf({ logs: within }))
    const scale = (median(steps) ?? 0) * SD_OF_MEDIAN_STEP
    if (scale === 0) continue
    scales.push(scale)
    for (const step of steps) {
      const size = sizeOfStep(step / scale)
      counts.set(size, (counts.get(size) ?? 0) + 1)
    }
  }
  const { shape, factor } = fitShape(counts)
  if (shape.share === 0) return undefined
  const repeats = Math.min(...members.map(({ within = [], logs = [] }) => within.length / Math.max(1, logs.length)))
  return { shape, sd: (median(scales) ?? 0) * factor, repeats: Math.max(1, Math.floor(repeats)) }
}

/**
 * The outliers of the medians of sessions, in units of their noise: a median is an outlier if at least half of its
 * repeats are. Releases show medians of sessions too, but there are few of them, so they may have shown none of these
 * outliers yet.
 */
export function shapeOfMedians({ shape, sd, repeats }: SessionShape, sdOfMedians: number): NoiseShape {
  let share = 0
  let ways = 1
  for (let outliers = 0; outliers <= repeats; outliers += 1) {
    if (2 * outliers >= repeats) share += ways * shape.share ** outliers * (1 - shape.share) ** (repeats - outliers)
    ways = (ways * (repeats - outliers)) / (outliers + 1)
  }
  return { ...shape, share, width: (shape.width * sd) / sdOfMedians }
}
