import { decimalFigure } from '../../parse/invariants/figure.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** One query of a stream. */
export type StreamQuery = {
  /** The number of its template, 96 of `query96.tpl`. */
  template: number
  /** Sum of the times of its statements; null when one of them failed. */
  seconds: number | null
  /** The error of the server. */
  error: string | null
  line: number
}

/** The queries of one stream, in their order. */
export type QueryStream = { stream: number; queries: StreamQuery[] }

const START = /^-- start query (\d{1,3}) in stream (\d{1,4}) using template query(\d{1,3})[a-z]?\.tpl\s*$/
const END = /^-- end query (\d{1,3}) in stream (\d{1,4}) using template query(\d{1,3})[a-z]?\.tpl\s*$/
const TIME = /^Time: (\S+) ms(?: \(.*\))?\s*$/
const ERROR = /^(?:psql:[^\s]*: )?(?:ERROR|FATAL|PANIC):\s+(.*)$/

/** True for the output of `psql -a` with `\timing` of a stream that dsqgen wrote. */
export const isQueryStreams = (text: string): boolean => /^-- start query \d+ in stream \d+ using template /m.test(text)

type Open = StreamQuery & { number: number; stream: number; times: number[] }

/** Parses timed streams of TPC-DS. A query without its end, or without a time, refuses the file. */
export function parseQueryStreams(text: string, file: string): Parsed<QueryStream[]> {
  const { lines } = splitLines(text)
  const problems: Problem[] = []
  const streams = new Map<number, StreamQuery[]>()
  const refuse = (message: string, line: number) => problems.push(refusal(file, message, line))
  let open: Open | null = null
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const [, number, stream = '', template = ''] = START.exec(content) ?? []
    if (number !== undefined) {
      if (open !== null) refuse(`query ${open.number} of stream ${open.stream} has no end`, open.line)
      open = {
        ...{ number: Number(number), stream: Number(stream), template: Number(template) },
        ...{ seconds: null, error: null, line, times: [] },
      }
      continue
    }
    const [, endNumber, endStream] = END.exec(content) ?? []
    if (endNumber !== undefined) {
      if (open === null || open.number !== Number(endNumber) || open.stream !== Number(endStream))
        refuse(`the end of query ${endNumber} of stream ${endStream} does not follow its start`, line)
      else if (open.times.length === 0 && open.error === null)
        refuse(`query ${open.number} of stream ${open.stream} has no time; switch \\timing on`, line)
      else add(streams, open)
      open = null
      continue
    }
    if (open === null) continue
    const [, ms] = TIME.exec(content) ?? []
    const [, error] = ERROR.exec(content) ?? []
    if (ms !== undefined) {
      const figure = decimalFigure(ms, line)
      if (Number.isFinite(figure.value) && figure.value >= 0) open.times.push(figure.value / 1_000)
      else refuse(`${quote(content)} has no time`, line)
    } else if (/^Time:/.test(content)) refuse(`${quote(content)} is cut`, line)
    else if (error !== undefined) open.error ??= error
  }
  if (open !== null) refuse(`query ${open.number} of stream ${open.stream} has no end, so the output is cut`, open.line)
  if (streams.size === 0 && problems.length === 0) refuse('has no timed query', Math.max(1, lines.length))
  if (problems.length > 0) return { value: null, problems }
  return { value: [...streams].map(([stream, queries]) => ({ stream, queries })), problems }
}

function add(streams: Map<number, StreamQuery[]>, { template, error, line, stream, times }: Open): void {
  const seconds = error === null ? times.reduce((sum, time) => sum + time, 0) : null
  streams.set(stream, [...(streams.get(stream) ?? []), { template, seconds, error, line }])
}
