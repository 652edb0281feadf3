import type { Parsed } from '../../../parse/problem.ts'
import { textLines } from '../../../parse/text-lines.ts'

/** Log of the pause between load and test (`sb.o.myvac`, `sb.o.pgvac`); the only file that states rows and tables. */
export type SysbenchVacuumLog = {
  /** Number of rows of all tables together. */
  rows: number | null
  tables: number | null
  sleepSeconds: number | null
}

/** Recognizes files named `sb.o.*` that are not sysbench output: they are logs of the pause between load and test. */
export function isSysbenchVacuumFile(fileName: string): boolean {
  return /(?:^|[/\\])sb\.o\.[a-z]+vac(?:\.[^/\\]*)?$/.test(fileName)
}

/**
 * @returns `value` is null without a problem for other files of the same phase (`sb.o.myvac.at.1`), which contain
 * nothing to import. A log without rows and tables has a problem, and null for both.
 */
export function parseSysbenchVacuumLog(text: string, file: string): Parsed<SysbenchVacuumLog> {
  // The rest of the log is output of client programs, of any length.
  const head = textLines(text.slice(0, 4_000)).slice(0, 20)
  const start = head.findIndex((line) => /^\S{1,40} starts at .* with sleep_secs = \d+$/.test(line))
  if (start === -1) return { value: null, problems: [] }
  const sleepSeconds = Number(/= (\d+)$/.exec(head[start] ?? '')?.[1])
  for (const line of head) {
    const [, rows, tables] = /^nr is :: (\d{1,15}) :: and ntabs is :: (\d{1,9}) ::\s*$/.exec(line) ?? []
    if (rows !== undefined) return { value: { rows: Number(rows), tables: Number(tables), sleepSeconds }, problems: [] }
  }
  const message = 'no line `nr is :: ROWS :: and ntabs is :: TABLES ::` below the start of the pause'
  return { value: { rows: null, tables: null, sleepSeconds }, problems: [{ file, line: start + 1, message }] }
}
