/** The measurements of one value of a bisection; a value that cannot be measured, such as a failed build, is skipped. */
export type Measured = { measurements: readonly number[]; isSkipped: boolean }

export type BisectStep =
  /** `runs` is the number of measurements of the value `at`. */
  | { kind: 'measure'; at: number; runs: number }
  /** The change is between `good` and `bad`; values between them were skipped. */
  | { kind: 'found'; good: number; bad: number }
  /** The ends do not differ, so there is nothing to find. */
  | { kind: 'same-ends' }
  /** An end cannot be measured. */
  | { kind: 'unmeasured-end'; at: number }

/** Ends that differ by less are not bisected: the smallest change that comparisons report. */
const MIN_CHANGE = Math.log(1.05)
/** A value whose distance from the middle is less than this share of the change is measured again. */
const UNDECIDED = 0.2
/** Maximum measurements of a value, in rounds. */
const MAX_ROUNDS = 3

/**
 * The next step of a bisection of ordered values, the first of which is good and the last of which is bad. A value
 * belongs to the end that its median is nearer to, on the scale of logarithms.
 *
 * @param runs measurements of one value in a round.
 */
export function nextBisectStep(values: readonly Measured[], runs: number): BisectStep {
  const last = values.length - 1
  for (const at of [0, last]) {
    const end = values[at]
    if (end === undefined || end.isSkipped) return { kind: 'unmeasured-end', at }
    if (end.measurements.length < runs) return { kind: 'measure', at, runs: runs - end.measurements.length }
  }
  const [good, bad] = [levelOf(values[0]), levelOf(values[last])]
  if (!(Math.abs(bad - good) >= MIN_CHANGE)) return { kind: 'same-ends' }
  let [low, high] = [0, last]
  for (;;) {
    const at = nearestMiddle(values, low, high)
    if (at === null) return { kind: 'found', good: low, bad: high }
    const { measurements } = values[at] ?? { measurements: [] }
    if (measurements.length < runs) return { kind: 'measure', at, runs: runs - measurements.length }
    const share = (levelOf(values[at]) - good) / (bad - good) - 0.5
    if (Math.abs(share) < UNDECIDED / 2 && measurements.length < MAX_ROUNDS * runs) return { kind: 'measure', at, runs }
    if (share < 0) low = at
    else high = at
  }
}

/** Rounds of a bisection without skipped values: both ends, then one for each halving. */
export const bisectRounds = (count: number): number => 2 + Math.ceil(Math.log2(Math.max(1, count - 1)))

/** The value nearest to the middle that can be measured; null when there is none between both. */
function nearestMiddle(values: readonly Measured[], low: number, high: number): number | null {
  const middle = Math.floor((low + high) / 2)
  for (let distance = 0; distance < high - low; distance++) {
    for (const at of [middle - distance, middle + distance]) {
      if (at > low && at < high && values[at]?.isSkipped === false) return at
    }
  }
  return null
}

function levelOf(value: Measured | undefined): number {
  const sorted = (value?.measurements ?? []).map(Math.log).sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
