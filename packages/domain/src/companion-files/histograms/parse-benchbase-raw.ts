import { recordValues } from '../../histograms/histogram.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { MICROSECONDS, type ResponseTimes } from './response-time-content.ts'

const HEADER = /^Transaction Type Index,Transaction Name,Start Time \(microseconds\),Latency \(microseconds\)/
const ROW = /^\d{1,9},([^,"]{1,100}),\d{1,15}(?:\.\d{1,9})?,(\d{1,15})(?:,|$)/
const MAX_PROBLEMS = 20

export const recognizeBenchbaseRaw = (text: string): boolean => HEADER.test(text.slice(0, 300))

/**
 * Parses the file `*.raw.csv` of BenchBase, a row for each transaction: one histogram for each type, and one of all.
 */
export function parseBenchbaseRaw(text: string, file: string): Parsed<ResponseTimes> {
  const problems: Problem[] = []
  const all: [number, number][] = []
  const byName = new Map<string, [number, number][]>()
  const { lines, endsMidLine } = splitLines(text)
  for (const [i, line] of lines.entries()) {
    if (i === 0) continue
    const [, name, time] = ROW.exec(line) ?? []
    const isCut = endsMidLine && i === lines.length - 1
    if (name === undefined || time === undefined || isCut) {
      problems.push(
        refusal(file, isCut ? 'the last line is cut' : `${quote(line)} is not a row of transactions`, i + 1),
      )
      if (problems.length >= MAX_PROBLEMS) break
      continue
    }
    const recorded: [number, number] = [Number(time), 1]
    all.push(recorded)
    const own = byName.get(name) ?? []
    byName.set(name, own)
    own.push(recorded)
  }
  if (problems.length > 0) return { value: null, problems }
  if (all.length === 0) return { value: null, problems: [{ file, message: 'holds no transaction' }] }
  const histograms = [...byName].map(([operation, times]) => ({ operation, times }))
  const recorded = [{ operation: null, times: all }, ...(byName.size > 1 ? histograms : [])]
  return {
    value: {
      histograms: recorded.map(({ operation, times }) => ({
        operation,
        histogram: recordValues(MICROSECONDS, times),
        unitMs: 0.001,
      })),
      intervals: [],
    },
    problems,
  }
}
