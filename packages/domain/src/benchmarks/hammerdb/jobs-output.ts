import { z } from 'zod'
import { splitLines } from '../../parse/text-lines.ts'

/** The output of the `jobs` command of HammerDB as lines of a log, each with the line that it has in the file. */
export type LogLine = { text: string; line: number }

/** A string of an array of JSON that is printed with one value on each line. */
const ELEMENT = /^\s*(?:\[\s*)?"((?:[^"\\]|\\.)*)"\s*(?:[\],]+\s*)?$/
/** The begin of the times of a procedure. */
const MEMBER = /^\s*(?:\{\s*)?"(\w{1,40})": \{\s*$/
const STATISTIC = /^\s*"(calls|(?:min|avg|max|p\d{1,2})_ms)": "?([\d.]+)"?,?\s*$/

/** The lines of a log, or of the output of `jobs`. */
export const linesOfLog = (text: string): LogLine[] =>
  isJobsOutput(text) ? readJobsOutput(text) : splitLines(text).lines.map((line, at) => ({ text: line, line: at + 1 }))

/** True for what `jobs JOBID`, `jobs JOBID result` and `jobs JOBID timing` print. */
const isJobsOutput = (text: string): boolean =>
  /^[ \t]*(?:\[[ \t]*)?"(?:\d{1,4}|[\dA-F]{20,40})",?[ \t]*\r?$/m.test(text) ||
  /^[ \t]*"p\d\d_ms": /m.test(text) ||
  isCompact(text)

/** True for an array or object of JSON without its end. */
export const isCutJobsOutput = (text: string): boolean =>
  isJobsOutput(text) && /^\s*[[{]/.test(text) && !/[\]}]\s*$/.test(text)

const isCompact = (text: string): boolean =>
  /^\s*(?:\["\d{1,4}","|\["[\dA-F]{20,40}","|\{"\w+":\{"elapsed_ms")/.test(text)

/**
 * Reads output of `jobs`: each text follows the number of its virtual user; the times of a job are an object for each
 * procedure, which a log has as its summary of all users.
 */
function readJobsOutput(text: string): LogLine[] {
  const log: LogLine[] = []
  let user: string | null = null
  let procedure: string | null = null
  let times: string[] = []
  const endProcedure = (line: number) => {
    if (procedure === null || times.length === 0) return
    if (!log.some(({ text: before }) => before === SUMMARY)) log.push({ text: SUMMARY, line })
    const calls = times.filter((one) => !one.startsWith('P'))
    const percentiles = times.filter((one) => one.startsWith('P'))
    log.push({ text: `>>>>> PROC: ${procedure}`, line })
    for (const part of [calls, percentiles]) if (part.length > 0) log.push({ text: part.join(' '), line })
    times = []
  }
  for (const [at, content] of spread(text).split('\n').entries()) {
    const line = at + 1
    const [, member] = MEMBER.exec(content) ?? []
    const [, statistic = '', value] = STATISTIC.exec(content) ?? []
    const [, element] = ELEMENT.exec(content) ?? []
    if (member !== undefined) {
      endProcedure(line)
      procedure = member
    } else if (value !== undefined) {
      times.push(statistic === 'calls' ? `CALLS: ${value}` : `${statistic.slice(0, -3).toUpperCase()}: ${value}ms`)
    } else if (element === undefined) {
      if (/^\s*\}/.test(content)) endProcedure(line)
      else log.push({ text: content, line })
    } else if (/^\d{1,4}$/.test(element) && user === null) user = element
    else {
      const spoken = element.replace(/\\(["\\])/g, '$1')
      log.push({ text: /^Vuser \d+:/.test(spoken) ? spoken : `Vuser ${user ?? '1'}:${spoken}`, line })
      user = null
    }
  }
  return log
}

const SUMMARY = '>>>>> SUMMARY OF 1 ACTIVE VIRTUAL USERS'

/** Compact JSON with one value on each line; other text as it is. */
function spread(text: string): string {
  if (!isCompact(text)) return text
  try {
    return JSON.stringify(z.json().parse(JSON.parse(text)), null, 1)
  } catch {
    return text
  }
}
