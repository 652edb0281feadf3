import { median } from '../../stats/median.ts'
import { momentsOf } from '../../stats/moments.ts'
import type { RepeatGroup } from './noise-levels.ts'
import { type FittedShape, fitShape, type NoiseShape } from './noise-shape.ts'
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

/** All repeats of a group, as if each were a session. */
export const repeatsWithin = ({ within = [], ...group }: RepeatGroup): RepeatGroup => ({
  ...group,
  logs: within,
  degreesOfFreedom: Math.max(0, within.length - 1),
  squares: within.length < 2 ? 0 : momentsOf(within).squares,
})

/**
 * The outliers among repeats of one session, from differences divided by the noise of their test or of all tests,
 * whichever is likelier: tests may differ in noise, but a few differences of one test between two regimes say little of
 * its noise. Two regimes count as outliers, because all repeats of a session count as one value.
 *
 * @param members repeats on one machine of one benchmark and metric.
 * @param sdOf returns the sd of the core of the noise of a test within sessions; undefined if unknown.
 * @returns undefined if the noise within sessions seems normal.
 */
export function sessionShape(
  members: readonly RepeatGroup[],
  sdOf: (member: RepeatGroup) => number | undefined,
): SessionShape | undefined {
  const steps = members.flatMap((member): ScaledStep[] => {
    const scale = sdOf(member) ?? 0
    return scale === 0 ? [] : stepsOf({ logs: member.within ?? [] }).map((step) => ({ step, scale }))
  })
  const pooled = (median(steps.map(({ step }) => step)) ?? 0) * SD_OF_MEDIAN_STEP
  const byTest = fitSteps(steps)
  const together = pooled === 0 ? byTest : fitSteps(steps.map(({ step }) => ({ step, scale: pooled })))
  const { shape, sd } = together.likelihood > byTest.likelihood ? together : byTest
  if (shape.share === 0) return undefined
  const repeats = Math.min(...members.map(repeatsOfSession))
  return { shape, sd, repeats: Math.max(1, Math.floor(repeats)) }
}

/** Repeats without start times count as one session where this shape is used. */
const repeatsOfSession = ({ within = [], logs = [], isUnstated }: RepeatGroup) =>
  isUnstated === true ? within.length : within.length / Math.max(1, logs.length)

type ScaledStep = { step: number; scale: number }

function fitSteps(steps: readonly ScaledStep[]): FittedShape & { sd: number } {
  const counts = new Map<number, number>()
  for (const { step, scale } of steps) {
    const size = sizeOfStep(step / scale)
    counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  const fitted = fitShape(counts, 'in-session')
  return { ...fitted, sd: (median(steps.map(({ scale }) => scale)) ?? 0) * fitted.factor }
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
