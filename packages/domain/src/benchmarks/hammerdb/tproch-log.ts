import { decimalFigure } from '../../parse/invariants/figure.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { isCutJobsOutput, linesOfLog } from './jobs-output.ts'

/** The query sets of one virtual user. */
export type TprochStream = {
  user: number
  /** Seconds of all of its query sets, as the log states them. */
  seconds: number
  /** Geometric mean of the queries that returned rows; null in releases that do not print it. */
  geomean: number | null
  queries: readonly { name: string; seconds: number }[]
  /** Line of the completed query set. */
  line: number
}

/** A power test has one stream, a throughput test several at a time. */
export type TprochTest = { streams: readonly TprochStream[]; scaleFactor: number | null }

const LINE = /^(?:hammerdb>)?\s*Vuser (\d{1,4}):\s*(.*?)\s*$/
const QUERY = /^query (\d{1,2}) completed in (\S+) seconds$/
const DONE = /^Completed (\d{1,4}) query set\(s\) in (\S+) seconds$/
const GEOMEAN = /^Geometric mean of query times returning rows \((\d{1,4})\) is "?(\S+?)"?$/

export const isTprochLog = (text: string): boolean =>
  /(?:Vuser \d+:|^[ \t]*")[ \t]*(?:Completed \d+ query set\(s\) in |query \d+ completed in |Executing Query \d+ )/m.test(
    text,
  )

type Stream = {
  queries: { name: string; seconds: number }[]
  done: { seconds: number; line: number } | null
  geomean: number | null
}

/**
 * Parses the log of a TPROC-H test of HammerDB. Refuses streams that are cut, and those whose query times contradict
 * their total or their geometric mean.
 */
export function parseTprochLog(text: string, file: string): Parsed<TprochTest> {
  const lines = linesOfLog(text)
  const last = lines.at(-1)?.line ?? 1
  const problems: Problem[] = []
  const streams = new Map<number, Stream>()
  for (const { text: content, line } of lines) {
    const [, user, said = ''] = LINE.exec(content) ?? []
    if (user === undefined) continue
    if (/^FINISHED FAILED/.test(said)) return failed(Number(user), line, streams.size)
    const stream = streams.get(Number(user)) ?? { queries: [], done: null, geomean: null }
    const wrong = readLine(stream, said, line)
    if (wrong !== null) problems.push(refusal(file, wrong, line))
    const isSeen = said === 'RUNNING' || stream.queries.length > 0 || stream.done !== null
    if (isSeen) streams.set(Number(user), stream)
    // A virtual user that only refreshes data has no queries.
    if (said === 'FINISHED SUCCESS' && stream.queries.length === 0 && stream.done === null) streams.delete(Number(user))
  }
  for (const [user, { queries, done, geomean }] of streams) {
    if (done === null) problems.push(refusal(file, `virtual user ${user} has no completed query set`, last))
    else problems.push(...checkStream({ user, queries, seconds: done.seconds, geomean, line: done.line }, file))
  }
  if (streams.size === 0 && problems.length === 0) problems.push(refusal(file, 'has no query set', last))
  if (isCutJobsOutput(text)) problems.push(refusal(file, 'the output of jobs has no end', last))
  if (problems.length > 0) return { value: null, problems }
  const found = [...streams].flatMap(([user, { queries, done, geomean }]) =>
    done === null ? [] : [{ user, queries, geomean, ...done }],
  )
  const [, scale] = /scale_fact\s*(?:=|\s)\s*(\d{1,6})\b/.exec(text) ?? []
  return { value: { streams: found, scaleFactor: scale === undefined ? null : Number(scale) }, problems }
}

function failed(user: number, line: number, users: number): Parsed<TprochTest> {
  const failure = {
    line,
    reason: `virtual user ${user} failed`,
    test: 'TPROC-H',
    ...(users > 0 ? { clients: users } : {}),
  }
  return { value: null, problems: [], failure }
}

/** Reads one line of a virtual user; a message about a line of a known form that has no figure. */
function readLine(stream: Stream, lineText: string, line: number): string | null {
  const [, query, seconds] = QUERY.exec(lineText) ?? []
  const [, , total] = DONE.exec(lineText) ?? []
  const [, , geomean] = GEOMEAN.exec(lineText) ?? []
  const text = seconds ?? total ?? geomean
  if (text === undefined)
    return /^(?:query \d|Completed \d+ query|Geometric mean)/.test(lineText) ? `${quote(lineText)} is cut` : null
  const figure = decimalFigure(text, line)
  if (!Number.isFinite(figure.value) || figure.value < 0) return `${quote(lineText)} has no time`
  if (query !== undefined) stream.queries.push({ name: `Q${query}`, seconds: figure.value })
  else if (total !== undefined) stream.done = { seconds: figure.value, line }
  else stream.geomean = figure.value
  return null
}

/** The total is in whole seconds of a clock that begins and ends within a second. */
const CLOCK_SECONDS = 2
/** Queries are printed in milliseconds, and very short ones are the largest part of the error. */
const GEOMEAN_SLACK = 0.02

function checkStream({ user, queries, seconds, geomean, line }: TprochStream, file: string): Problem[] {
  const sum = queries.reduce((total, query) => total + query.seconds, 0)
  if (sum > seconds + CLOCK_SECONDS) {
    const what = `the queries of virtual user ${user} took ${sum.toFixed(3)} s, more than the ${seconds} s of its query sets`
    return [refusal(file, what, line)]
  }
  const positive = queries.filter((query) => query.seconds > 0)
  // The mean is of the queries that returned rows, which is every query but for tiny databases.
  if (geomean === null || positive.length < queries.length || queries.length === 0) return []
  const own = Math.exp(positive.reduce((total, query) => total + Math.log(query.seconds), 0) / positive.length)
  const times = queries.map((query) => query.seconds)
  const isPossible =
    geomean >= Math.min(...times) * (1 - GEOMEAN_SLACK) && geomean <= Math.max(...times) * (1 + GEOMEAN_SLACK)
  if (isPossible && (queries.length < 22 || Math.abs(own / geomean - 1) < 0.5)) return []
  return [
    refusal(
      file,
      `the geometric mean of virtual user ${user} is ${geomean}, but its queries have ${own.toFixed(5)}`,
      line,
    ),
  ]
}
