import type { Problem } from '../problem.ts'
import type { Figure, Figures } from './figure.ts'

/**
 * A statement that holds for every correct report. Returns null if it holds, or if the report lacks one of its figures.
 */
export type Invariant = (figures: Figures) => Contradiction | null

/** `what` names the figures that contradict each other; `line` is the line of the last of them. */
type Contradiction = { line: number; what: string }

/** The advice at the end of every refusal. */
const RESTORE = 'restore the file or run the test again'

/**
 * Checks the figures of a report against the invariants of its format. Figures are counts, rates, times or shares, so
 * each must also be finite and not negative.
 *
 * @returns a problem that refuses the run for each contradiction, by line; empty for a consistent report.
 */
export function checkInvariants(figures: Figures, invariants: readonly Invariant[], file: string): Problem[] {
  const impossible = [...figures].flatMap(([name, figure]) => whyImpossible(name, figure) ?? [])
  // Invariants of invalid figures are skipped, because they would repeat the problem.
  const contradictions =
    impossible.length > 0 ? impossible : invariants.flatMap((invariant) => invariant(figures) ?? [])
  return contradictions.sort((a, b) => a.line - b.line).map(({ line, what }) => refusal(file, what, line))
}

/** A problem that refuses the run of the file. */
export function refusal(file: string, what: string, line?: number): Problem {
  const message = what.endsWith(' else') ? `${what} ${RESTORE}` : `${what}; ${RESTORE}`
  return line === undefined ? { file, message, refusesRun: true } : { file, line, message, refusesRun: true }
}

/** The refusal of a table or report whose last line contains figures but has no line end. */
export function cutLastLine(file: string, line: number): Problem {
  return refusal(file, 'the last line has no line end, so it may be cut; if it is whole, append a line end, else', line)
}

function whyImpossible(name: string, { text, value, line }: Figure): Contradiction | null {
  if (!Number.isFinite(value)) return { line, what: `${name} is ${text}, which is not a number` }
  return value < 0 ? { line, what: `${name} is ${text}, and cannot be negative` } : null
}

/** Each figure is at most as large as the next one in the report: minimum, average, maximum. */
export function ordered(...names: readonly string[]): Invariant {
  return (figures) => {
    const known = names.flatMap((name) => withName(figures, name))
    for (const [i, larger] of known.entries()) {
      const smaller = known[i - 1]
      if (smaller !== undefined && smaller.low > larger.high) return contradiction([smaller, larger], 'is more than')
    }
    return null
  }
}

/** Percentiles increase with their rank: `p50`, `p99`, `p99.9`; `name` returns the name of the figure of a rank. */
export function risingPercentiles(ranks: readonly string[], name: (rank: string) => string): Invariant {
  return ordered(...ranks.toSorted((a, b) => Number(a) - Number(b)).map(name))
}

/**
 * The first figure is at most as large as the second.
 *
 * @param slack share by which the first may exceed the second, such as the width of a histogram's buckets.
 */
export function atMost(name: string, limit: string, slack = 0): Invariant {
  return (figures) => {
    const [figure, other] = [withName(figures, name)[0], withName(figures, limit)[0]]
    if (figure === undefined || other === undefined || figure.low <= other.high * (1 + slack)) return null
    return contradiction([figure, other], 'is more than')
  }
}

/** A share or a percentage cannot exceed its whole. */
export function atMostNumber(name: string, limit: number): Invariant {
  return (figures) => {
    const [figure] = withName(figures, name)
    if (figure === undefined || figure.low <= limit) return null
    return { line: figure.line, what: `${name} is ${figure.text}, more than ${limit}` }
  }
}

/** The parts add up to the total. */
export function sumOf(parts: readonly string[], total: string): Invariant {
  return (figures) => {
    const known = parts.flatMap((part) => withName(figures, part))
    const [whole] = withName(figures, total)
    if (whole === undefined || known.length < parts.length) return null
    const low = known.reduce((sum, part) => sum + part.low, 0)
    const high = known.reduce((sum, part) => sum + part.high, 0)
    if (low <= whole.high && high >= whole.low) return null
    const terms = known.map(({ name, text }) => `${name} ${text}`).join(', ')
    return { line: lastLine([...known, whole]), what: `${total} is ${whole.text}, but its parts are ${terms}` }
  }
}

type RateNames = {
  rate: string
  count: string
  /** Name of the figure with the duration in seconds. */
  seconds: string
  /** Seconds per unit of time of the rate: 60 for a rate per minute. */
  secondsPerUnit?: number
  /** Accepted relative error, because tools divide by another clock or before rounding. */
  slack?: number
  /** Seconds by which the measurement may have ended later than the printed duration, which is the requested one. */
  lateSeconds?: number
}

/** rate × time = count, within the printed digits. */
export function rateIsCountByTime(names: RateNames): Invariant {
  const { rate, count, seconds, secondsPerUnit = 1, slack = 0.01, lateSeconds = 0 } = names
  return (figures) => {
    const [perSecond, done, time] = [rate, count, seconds].map((name) => withName(figures, name)[0])
    if (perSecond === undefined || done === undefined || time === undefined) return null
    const upper = time.low > 0 ? (done.high / time.low) * secondsPerUnit * (1 + slack) : Number.POSITIVE_INFINITY
    const lower = (done.low / (time.high + lateSeconds)) * secondsPerUnit * (1 - slack)
    if (perSecond.low <= upper && perSecond.high >= lower) return null
    const expected = Number(((done.value / time.value) * secondsPerUnit).toPrecision(6))
    const what = `${rate} is ${perSecond.text}, but ${done.text} ${count} in ${time.text} s are ${expected}`
    return { line: lastLine([perSecond, done, time]), what }
  }
}

type ProductNames = {
  factors: readonly [string, string]
  product: string
  /** Unit of the product in units of the factors: 1/1024 for kB and MB. */
  unit?: number
  /** Accepted relative error, because tools multiply before they round. */
  slack?: number
}

/** A figure is the product of two others within the printed digits, such as reads per operation × operations. */
export function productOf({ factors, product, unit = 1, slack = 0.01 }: ProductNames): Invariant {
  return (figures) => {
    const [a, b, whole] = [...factors, product].map((name) => withName(figures, name)[0])
    if (a === undefined || b === undefined || whole === undefined) return null
    const lower = Math.max(0, a.low) * Math.max(0, b.low) * unit * (1 - slack)
    const upper = a.high * b.high * unit * (1 + slack)
    if (whole.low <= upper && whole.high >= lower) return null
    const expected = Number((a.value * b.value * unit).toPrecision(6))
    const what = `${product} is ${whole.text}, but ${a.name} ${a.text} times ${b.name} ${b.text} are ${expected}`
    return { line: lastLine([a, b, whole]), what }
  }
}

/** A rate of 0 must have no response time. */
export function noneWithout(rate: string, times: readonly string[]): Invariant {
  return (figures) => {
    const [zero] = withName(figures, rate)
    if (zero === undefined || zero.value !== 0) return null
    const took = times.flatMap((name) => withName(figures, name)).find(({ low }) => low > 0)
    return took === undefined ? null : contradiction([zero, took], 'contradicts')
  }
}

type Named = Figure & { name: string }

function withName(figures: Figures, name: string): Named[] {
  const figure = figures.get(name)
  return figure === undefined ? [] : [{ ...figure, name }]
}

function contradiction([a, b]: readonly [Named, Named], relation: string): Contradiction {
  return { line: lastLine([a, b]), what: `${a.name} ${a.text} ${relation} ${b.name} ${b.text}` }
}

const lastLine = (figures: readonly Figure[]): number => Math.max(...figures.map(({ line }) => line))
