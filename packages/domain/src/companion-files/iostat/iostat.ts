import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { isCutLine } from '../../parse/truncated-line.ts'

/** Output of `iostat -x N`, in any column layout. */
export type Iostat = {
  /** Number of CPUs from `(N CPU)` in the first line; null in one-device extracts. */
  cpus: number | null
  kernel: string | null
  /** Column names as the header prints them, without `Device`. */
  columns: string[]
  /** By device in order of appearance: one array per column, one value per report that lists the device. */
  devices: Record<string, Record<string, number[]>>
  /** avg-cpu by column name without the percent sign (`user`, `iowait`), one value per report; empty in extracts. */
  cpu: Record<string, number[]>
  /** Number of device headers: one per report, or a single one in an extract. */
  deviceHeaders: number
  /**
   * True when the first report is the mean since boot (no -y). It is in the arrays and left out of correct means. False
   * when the first line is missing, because then it is unknown.
   */
  firstReportSinceBoot: boolean
  /** For each device, the positions of unreadable rows among its reports. Each is a gap in its series. */
  gaps: Record<string, readonly number[]>
  /** Number of unreadable lines of avg-cpu and of devices. */
  unreadLines: number
  /** True when the last line was truncated and left out. */
  lastLineCut: boolean
}

/**
 * Parses iostat output (FORMATS 6) by its header names: sysstat 12, older releases with `await svctm`, kB, MB or
 * sectors, decimal point or comma, one-device extracts. A truncated last line is left out without a problem.
 *
 * @returns `value` null without a `Device` header and a row below it.
 */
export function parseIostat(text: string, file: string): Parsed<Iostat> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const state: State = {
    machine: null,
    device: null,
    cpuHeader: null,
    devices: new Map(),
    cpu: new Map(),
    deviceHeaders: 0,
    gaps: new Map(),
    unreadLines: 0,
  }
  let lastLineCut = false
  for (const [i, content] of lines.entries()) {
    if (content.trim() === '') continue
    const header = state.cpuHeader?.line ?? state.device?.line
    if (endsMidLine && i === lines.length - 1 && header !== undefined && isCutLine(content, header)) lastLineCut = true
    else {
      const message = readLine(content, state)
      if (message !== null) problems.push({ file, line: i + 1, message })
    }
  }
  if (state.device === null || state.devices.size === 0) {
    if (problems.length === 0)
      problems.push({ file, message: text.trim() === '' ? 'the file is empty' : 'no `Device` table of iostat' })
    return { value: null, problems }
  }
  const { columns } = state.device
  return {
    value: {
      cpus: state.machine?.cpus ?? null,
      kernel: state.machine?.kernel ?? null,
      columns,
      devices: Object.fromEntries([...state.devices].map(([name, rows]) => [name, toColumns(columns, rows)])),
      cpu: Object.fromEntries(state.cpu),
      deviceHeaders: state.deviceHeaders,
      gaps: Object.fromEntries(state.gaps),
      unreadLines: state.unreadLines,
      firstReportSinceBoot: state.machine !== null && beginsWithSinceBoot(lines),
      lastLineCut,
    },
    problems,
  }
}

type State = {
  machine: { kernel: string; cpus: number } | null
  device: { columns: string[]; line: string } | null
  /** Set between the avg-cpu header and its line of values. */
  cpuHeader: { columns: string[]; line: string } | null
  devices: Map<string, number[][]>
  cpu: Map<string, number[]>
  deviceHeaders: number
  gaps: Map<string, number[]>
  unreadLines: number
}

/** Adds one line to the state. A line that is not understood changes nothing and returns a message. */
function readLine(content: string, state: State): string | null {
  const [, kernel, cpus] = /^Linux (\S{1,200}) \(.*\((\d{1,6}) CPU\)\s*$/.exec(content) ?? []
  const [name = '', ...fields] = content.trim().split(/\s+/)
  if (kernel !== undefined) {
    if (state.machine !== null) return 'a second iostat begins here; one file holds one'
    state.machine = { kernel, cpus: Number(cpus) }
  } else if (name === 'avg-cpu:') {
    state.cpuHeader = { columns: fields.map((field) => field.replace('%', '')), line: content }
  } else if (/^Device:?$/.test(name)) {
    const same = state.device === null || state.device.columns.join(' ') === fields.join(' ')
    if (!same) return 'other columns than above; one file holds one iostat'
    if (new Set(fields).size !== fields.length || fields.length === 0) return 'the header names no column, or one twice'
    state.device ??= { columns: fields, line: content }
    state.deviceHeaders++
    state.cpuHeader = null
  } else if (state.cpuHeader !== null) {
    return readCpuRow([name, ...fields], state)
  } else if (!isTimestamp(content)) {
    return readDeviceRow(name, fields, state)
  }
  return null
}

function readCpuRow(fields: readonly string[], state: State): string | null {
  const columns = state.cpuHeader?.columns ?? []
  state.cpuHeader = null
  const numbers = readNumbers(fields)
  if (numbers?.length !== columns.length || numbers.some((share) => share > 100)) {
    state.unreadLines++
    return null
  }
  for (const [c, column] of columns.entries()) {
    const values = state.cpu.get(column) ?? []
    values.push(numbers[c] ?? 0) // The number of fields was checked above.
    state.cpu.set(column, values)
  }
  return null
}

function readDeviceRow(name: string, fields: readonly string[], state: State): string | null {
  if (state.device === null) return `${quote([name, ...fields].join(' '))} stands before a \`Device\` header`
  const numbers = readNumbers(fields)
  const wanted = state.device.columns.length
  const rows = state.devices.get(name) ?? []
  if (numbers?.length !== wanted) {
    // A device that was not listed before means that the line is something else.
    if (rows.length === 0) return `${quote([name, ...fields].join(' '))} is not a device and ${wanted} values`
    const gaps = state.gaps.get(name) ?? []
    state.gaps.set(name, [...gaps, rows.length + gaps.length])
    state.unreadLines++
    return null
  }
  rows.push(numbers)
  state.devices.set(name, rows)
  return null
}

/** Numbers with a decimal point or, in other locales, a comma; null when a field is not a number. */
function readNumbers(fields: readonly string[]): number[] | null {
  if (!fields.every((field) => /^\d{1,15}(?:[.,]\d{1,9})?$/.test(field))) return null
  return fields.map((field) => Number(field.replace(',', '.')))
}

/** The line of -t above a report: 03/05/2025 05:46:03 PM, 2025-03-05T17:46:03+0000, 05.03.2025 17:46:03. */
function isTimestamp(content: string): boolean {
  return /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}:\d{2}.{0,10})?$/.test(content.trim())
}

/**
 * True when the first report is the mean since boot. With -y two empty lines follow the first line and that report is
 * missing.
 */
function beginsWithSinceBoot(lines: readonly string[]): boolean {
  const at = lines.findIndex((line) => line.startsWith('Linux '))
  return lines[at + 1]?.trim() === '' && lines[at + 2]?.trim() !== ''
}

function toColumns(columns: readonly string[], rows: readonly number[][]): Record<string, number[]> {
  // The number of rows was checked.
  return Object.fromEntries(columns.map((column, c) => [column, rows.map((row) => row[c] ?? 0)]))
}
