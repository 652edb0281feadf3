import { formatRatio } from '../../format-cell.ts'
import type { ScaleUpBucket, ScaleUpReason, ScaleUpSubject } from './scale-up.ts'

/** Names of explaining metrics in sentences; other metrics keep their own name. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  'cpu/o': 'CPU per operation',
  'cs/o': 'context switches per operation',
}

/** Minimum ratio (or inverse) of a metric that is named as a reason. */
const MIN_REASON_RATIO = 1.5

export const reasonWord = (metric: string): string => REASON_WORDS[metric] ?? metric

/** Name of a bucket: `more than 40`, `30 to 40`, `less than 10`. */
export function bucketName({ from, to }: Pick<ScaleUpBucket, 'from' | 'to'>): string {
  if (to === null) return `more than ${edge(from)}`
  return from === null ? `less than ${edge(to)}` : `${edge(from)} to ${edge(to)}`
}

/** Formats an edge: `40`, `33.3`. */
const edge = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(1))))

/**
 * Describes a subject in two sentences: how many tests scale well, and the best and the worst test with explaining
 * metrics.
 */
export function scaleUpSentence({ tests, buckets, baseClients, mostClients }: ScaleUpSubject): string {
  const [best] = buckets.flatMap((bucket) => bucket.tests)
  const worst = buckets.flatMap((bucket) => bucket.tests).at(-1)
  const [top] = buckets
  if (best === undefined || worst === undefined || top === undefined) return ''
  const first = `From ${baseClients} to ${mostClients} clients ${top.tests.length} of ${tests.length} tests scale ${bucketName(top)} times; the best is ${best.name} with ${formatRatio(best.atMost.scaleUp)}.`
  if (worst === best) return first
  const reasons = worst.reasons.flatMap(reasonPart)
  const why = reasons.length === 0 ? '' : `: ${reasons.join(' and ')} there`
  return `${first} The worst is ${worst.name} with ${formatRatio(worst.atMost.scaleUp)}${why}.`
}

function reasonPart({ metric, ratio }: ScaleUpReason): string[] {
  if (ratio === null || (ratio < MIN_REASON_RATIO && ratio > 1 / MIN_REASON_RATIO)) return []
  return [`${formatRatio(ratio)} times the ${reasonWord(metric)}`]
}
