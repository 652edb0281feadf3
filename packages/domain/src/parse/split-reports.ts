import type { Failure, Parsed, Problem } from './problem.ts'
import { textLines } from './text-lines.ts'

type Report = { text: string; firstLine: number }

/**
 * Splits a file that several runs appended to. A report starts at the first line that matches `starts` after a line
 * that matches `ends`; the lines between belong to the previous report.
 */
export function splitReports(text: string, { starts, ends }: { starts: RegExp; ends: RegExp }): Report[] {
  const lines = textLines(text)
  const reports: Report[] = []
  let from = 0
  let hasEnded = false
  for (const [at, line] of lines.entries()) {
    if (hasEnded && starts.test(line)) {
      reports.push({ text: `${lines.slice(from, at).join('\n')}\n`, firstLine: from + 1 })
      from = at
      hasEnded = false
    }
    hasEnded ||= ends.test(line)
  }
  if (reports.length === 0) return [{ text, firstLine: 1 }]
  const end = text.endsWith('\n') ? '\n' : ''
  return [...reports, { text: lines.slice(from).join('\n') + end, firstLine: from + 1 }]
}

/** Parses each report separately, so that a problem in one does not affect the others. */
export function parseEach<T>(
  reports: readonly Report[],
  file: string,
  parse: (text: string, file: string) => Parsed<T>,
): Parsed<readonly T[]> {
  const values: T[] = []
  const problems: Problem[] = []
  const failures: Failure[] = []
  for (const { text, firstLine } of reports) {
    const { value, problems: found, failure } = parse(text, file)
    if (value !== null) values.push(value)
    if (failure !== undefined) failures.push({ ...failure, line: failure.line + firstLine - 1 })
    for (const problem of found) {
      const line = problem.line === undefined ? undefined : problem.line + firstLine - 1
      if (line !== undefined) problems.push({ ...problem, line })
      else problems.push(reports.length === 1 ? problem : { ...problem, line: firstLine })
    }
  }
  const [failure, ...others] = failures
  for (const { line, reason } of values.length > 0 ? failures : others) {
    problems.push({ file, line, message: `${reason}: this report of several in the file is not stored` })
  }
  if (values.length > 0 || failure === undefined) return { value: values.length > 0 ? values : null, problems }
  return { value: null, problems, failure }
}
