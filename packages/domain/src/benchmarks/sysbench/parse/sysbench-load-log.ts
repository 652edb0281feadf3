import type { Parsed } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { textLines } from '../../../parse/text-lines.ts'

/** Duration of the load step (`sb.prepare.o.*`); its operations are inserted rows. */
export type SysbenchLoadLog = { seconds: number; tables: number; rowsPerSecond: number }

/**
 * Parses the closing line `Load seconds is 639 for 8 tables, .125 Mips, 125195 ips`; null when the load did not finish.
 */
export function parseSysbenchLoadLog(text: string, file: string): Parsed<SysbenchLoadLog> {
  const lines = textLines(text)
  const at = lines.findLastIndex((line) => line.startsWith('Load seconds is '))
  if (at === -1)
    return { value: null, problems: [{ file, message: 'no line `Load seconds is N`: the load did not finish' }] }
  const line = lines[at] ?? ''
  const [, seconds, tables, rows] =
    /^Load seconds is (\d{1,9}) for (\d{1,9}) tables, \S{1,20} Mips, (\d{1,15}) ips\s*$/.exec(line) ?? []
  if (seconds === undefined || !(Number(rows) > 0)) {
    return {
      value: null,
      problems: [{ file, line: at + 1, message: `${quote(line)} does not state seconds, tables and rows/s` }],
    }
  }
  return { value: { seconds: Number(seconds), tables: Number(tables), rowsPerSecond: Number(rows) }, problems: [] }
}
