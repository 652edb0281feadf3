import { BOUNDARIES, type BoundaryMethod, limitsOf, type WhyNot } from './detect/boundary.ts'
import { describeLevels, type LevelShifts } from './detect/change-points.ts'
import { withoutOutliers } from './detect/clip-outliers.ts'
import { findEDivisive } from './detect/e-divisive.ts'
import { MIN_SEGMENT } from './detect/min-segment.ts'
import { fitSteps } from './detect/step-fit.ts'
import type { RuleMethod, SeriesRule } from './rule.ts'

/** A change point of a series, with the levels before and after it, or with the expected value and the value. */
type RuleFlag = { index: number; before: number; after: number }

export type Judgment = {
  flags: RuleFlag[]
  /** Slow movement of the series between its changes, if the rule detects it; otherwise null. */
  movement: LevelShifts['movement']
  /** The reason why the rule could not be applied, in a sentence; null if it could. */
  unable: string | null
}

/**
 * Applies a rule to a series.
 *
 * @param values in order, finite, without gaps.
 */
export function applyRule(
  { method, limit, minChange = defaultMinChange(method) }: SeriesRule,
  values: readonly number[],
): Judgment {
  const detector = DETECTORS[method]
  if (detector === undefined) return applyBoundary(method as BoundaryMethod, limit, minChange, values) // All other methods are boundaries.
  if (values.length < 2 * MIN_SEGMENT)
    return { flags: [], movement: null, unable: `It needs ${2 * MIN_SEGMENT} points, and there are ${values.length}.` }
  const { cuts, movement } = detector(values)
  return { flags: largeFlags(values, cuts, minChange), movement, unable: null }
}

const DETECTORS: Partial<Record<RuleMethod, (values: readonly number[]) => LevelShifts>> = {
  levels: describeLevels,
  'e-divisive': (values) => ({ cuts: findEDivisive(values, { minChange: 0 }), movement: null }),
  'step-fit': (values) => ({ cuts: fitSteps(values), movement: null }),
}

/**
 * Default smallest changes: levels that differ by less than two decimals show are no change, and E-divisive uses its
 * authors' 5%.
 */
const DEFAULT_MIN_CHANGE: Partial<Record<RuleMethod, number>> = { levels: 0.01, 'step-fit': 0.01, 'e-divisive': 0.05 }

const defaultMinChange = (method: RuleMethod) => DEFAULT_MIN_CHANGE[method] ?? 0

/** Size of a change: max(after / before, before / after) - 1; infinite from 0. */
const sizeOf = ({ before, after }: RuleFlag): number => {
  if (before === after) return 0
  return Math.max(Math.abs(after / before - 1), Math.abs(before / after - 1))
}

/**
 * The changes of at least `minChange`, both with and without outliers, because one slow release is not a lower level.
 * The smallest change is removed first and the levels around it are merged, so that each ratio is that of the shown
 * levels.
 */
function largeFlags(values: readonly number[], found: readonly number[], minChange: number): RuleFlag[] {
  const calm = withoutOutliers(values)
  let cuts = found
  for (;;) {
    const flags = flagsOf(values, cuts)
    const calmSizes = flagsOf(calm, cuts).map(sizeOf)
    const sizes = flags.map((flag, i) => Math.min(sizeOf(flag), calmSizes[i] ?? 0))
    const smallest = Math.min(...sizes)
    if (flags.length === 0 || smallest >= minChange) return flags
    cuts = cuts.toSpliced(sizes.indexOf(smallest), 1)
  }
}

/** The change points at the cuts, with the mean levels on both sides. */
function flagsOf(values: readonly number[], cuts: readonly number[]): RuleFlag[] {
  return cuts.map((index, i) => ({
    index,
    before: meanOf(values, cuts[i - 1] ?? 0, index),
    after: meanOf(values, index, cuts[i + 1] ?? values.length),
  }))
}

export function meanOf(values: readonly number[], from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += (values[i] ?? 0) / (to - from)
  return sum
}

function applyBoundary(
  method: BoundaryMethod,
  limit: number | undefined,
  minChange: number,
  values: readonly number[],
): Judgment {
  const flags: RuleFlag[] = []
  let unable: WhyNot | null = null
  let judged = 0
  for (const [index, after] of values.entries()) {
    const limits = limitsOf(method, values.slice(Math.max(0, index - BOUNDARIES[method].max), index), limit)
    if (!limits.ok) {
      unable = limits.error
      continue
    }
    judged++
    const { low, center, high } = limits.value
    const flag = { index, before: center, after }
    if ((after < low || after > high) && sizeOf(flag) >= minChange) flags.push(flag)
  }
  return {
    flags,
    movement: null,
    unable: judged === 0 ? whyWords(unable ?? { code: 'too-few-points', need: 1, have: 0 }) : null,
  }
}

function whyWords(why: WhyNot): string {
  switch (why.code) {
    case 'too-few-points':
      return `It needs ${why.need} earlier points, and there are ${why.have}.`
    case 'no-spread':
      return 'The earlier points are all equal, so there is no estimate of noise.'
    case 'not-positive':
      return 'It works on logarithms, and a value is not above 0.'
  }
}
