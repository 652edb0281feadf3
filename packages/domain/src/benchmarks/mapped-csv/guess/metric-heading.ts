import { findKnownMetric } from '../../../run/metric.ts'
import type { CsvMetric } from '../csv-mapping.ts'

/** Milliseconds in each unit of time. */
const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  usec: 1e-3,
  microseconds: 1e-3,
  ms: 1,
  msec: 1,
  millis: 1,
  milliseconds: 1,
  s: 1_000,
  sec: 1_000,
  secs: 1_000,
  seconds: 1_000,
  sekunden: 1_000,
}
const LATENCY =
  /^(?:lat|latency|latencies|latenz|antwortzeit|latence|latencia|responsetime|response|rt|percentile|perzentil)$/
const STATISTICS: readonly (readonly [RegExp, string])[] = [
  [/^(?:avg|average|mean|mittel|mittelwert|durchschnitt|moyenne?|media|ø|⌀|∅)$/, 'avg'],
  [/^(?:median|p50|50th|50%)$/, 'p50'],
  [/^min(?:imum)?$/, 'min'],
  [/^max(?:imum)?$/, 'max'],
  [/^(?:stddev|stdev|std|sd)$/, 'stddev'],
]
const PERCENTILE = /^(?:p|perc|pct)?(\d{2}(?:\.\d{1,6})?|999|9999)(?:th|st|nd|rd|%|p|pct|\.|e|[eè]me|º)?$/

const THROUGHPUT: readonly (readonly [RegExp, string])[] = [
  [/^(?:tps|(?:transactions?|trx|txn?|transaktionen)(?:\/| per )s(?:ec(?:ond)?s?)?)$/, 'tps'],
  [/^(?:qps|(?:quer(?:y|ies)|abfragen)(?:\/| per )s(?:ec(?:ond)?s?)?)$/, 'qps'],
  [
    /^(?:(?:k?ops|iops|rps)|(?:op|ops|operations?|req|reqs|requests?|requêtes?|1)(?:\/| per )s(?:ec(?:ond)?s?)?)$/,
    'ops/s',
  ],
  [/^(?:rows?|zeilen)(?:\/| per )s(?:ec(?:ond)?s?)?$/, 'rows/s'],
  [/^mb(?:\/| per )s(?:ec(?:ond)?s?)?$/, 'MB/s'],
]
const THROUGHPUT_WORD = /^(?:throughput|durchsatz|débit|rendimiento|rate|bandwidth)$/
const NOT_STATED = 'not stated'

/** The parts of a heading: its words, and the unit in brackets or at its end. */
type Heading = { words: readonly string[]; unit: string | null; whole: string }

/** A longer one is no heading of a metric, and its patterns would take long. */
const MAX_LENGTH = 300

function headingOf(text: string): Heading {
  const lower = text.trim().slice(0, MAX_LENGTH).toLowerCase()
  const [, bracketed] = /[([]\s*([^)\]]{1,40}?)\s*[)\]]\s*$/.exec(lower) ?? []
  const [, afterIn] = /\bin\s+([a-zµμ/%1]{1,12})$/.exec(lower) ?? []
  const whole = lower.replace(/[([][^)\]]*[)\]]\s*$/, '').trim()
  const words = whole.split(/[\s_\-,:]+/).filter((word) => word !== '')
  const unitWord = words.find((word) => Object.hasOwn(MILLISECONDS, word) && word !== 's')
  return { words, unit: bracketed ?? afterIn ?? unitWord ?? null, whole }
}

/**
 * Reads the heading of a column as a metric: `TPS`, `p95 (ms)`, `avg_latency_us`, `Durchsatz [1/s]`. A metric whose
 * unit the heading does not state is declared as such, never converted. Null when it is not a common spelling of a
 * metric.
 */
export function readMetricHeading(text: string): CsvMetric | null {
  const trimmed = text.trim()
  if (findKnownMetric(trimmed) !== undefined) return { metric: trimmed }
  const heading = headingOf(text)
  return readThroughput(heading, trimmed) ?? readLatency(heading) ?? readOther(heading, trimmed)
}

function readThroughput({ words, unit, whole }: Heading, text: string): CsvMetric | null {
  const spelled = (spelling: string) => THROUGHPUT.find(([pattern]) => pattern.test(spelling))?.[1]
  const joined = whole.replaceAll('_', ' ')
  const isThroughput = words.some((word) => THROUGHPUT_WORD.test(word))
  const last = spelled(words.at(-1) ?? '')
  if (words.length > 1 && !isThroughput && spelled(joined) === undefined)
    return last === undefined ? null : { metric: text, unit: last, better: 'higher' }
  const name = spelled(joined) ?? (isThroughput ? spelled(unit ?? '') : undefined)
  if (name === 'ops/s' && (joined === 'kops' || unit === 'kops')) return { metric: 'ops/s', times: 1_000 }
  if (name !== undefined) return { metric: name }
  return isThroughput ? { metric: text, unit: unit ?? NOT_STATED, better: 'higher' } : null
}

function readLatency({ words, unit }: Heading): CsvMetric | null {
  const isLatency = words.some((word) => LATENCY.test(word)) || /response.?time/.test(words.join(' '))
  const statistic = words.map(statisticOf).find((found) => found !== null) ?? null
  const times = unit === null ? undefined : MILLISECONDS[unit]
  // `max` alone may be the maximum of anything; a percentile is one of response times.
  if (!isLatency && !(statistic?.startsWith('p') && (unit === null || times !== undefined))) return null
  if (unit !== null && times === undefined) return null
  const operation = words.filter((word) => !isOfLatency(word)).join('_')
  const suffix = `${statistic === null ? '' : `_${statistic}`}${operation === '' ? '' : `:${operation}`}`
  if (times === undefined) return { metric: `latency${suffix}`, unit: NOT_STATED, better: 'lower' }
  return { ...declaredIfUnknown(`latency_ms${suffix}`), ...(times === 1 ? {} : { times }) }
}

const isOfLatency = (word: string): boolean =>
  LATENCY.test(word) || statisticOf(word) !== null || Object.hasOwn(MILLISECONDS, word) || /^(?:time|in|of)$/.test(word)

const declaredIfUnknown = (metric: string): CsvMetric =>
  findKnownMetric(metric) === undefined ? { metric, unit: 'ms', better: 'lower' } : { metric }

function statisticOf(word: string): string | null {
  const named = STATISTICS.find(([pattern]) => pattern.test(word))
  if (named !== undefined) return named[1]
  const [, digits] = PERCENTILE.exec(word) ?? []
  if (digits === undefined) return null
  return digits.startsWith('999') && !digits.includes('.') ? `p99.${digits.slice(2)}` : `p${digits}`
}

function readOther({ words, unit }: Heading, text: string): CsvMetric | null {
  const [first = ''] = words
  if (/^(?:errors?|failures?|fehler|retries|timeouts?)$/.test(words.at(-1) ?? ''))
    return { metric: text, unit: 'count', better: 'lower' }
  const times = unit === null ? undefined : MILLISECONDS[unit]
  if (/^(?:elapsed|duration|runtime|laufzeit|dauer|time|total|zeit)$/.test(first) && times !== undefined)
    return { metric: 'elapsed_s', ...(times === 1_000 ? {} : { times: times / 1_000 }) }
  if (/^(?:tpmc|nopm|tpm|qphh)$/.test(first)) return { metric: text, unit: unit ?? first, better: 'higher' }
  // A unit shows that the column is a measurement; which way is better is not known.
  return unit === null ? null : { metric: text, unit, better: 'neither' }
}
