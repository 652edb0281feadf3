import { readReport, readSummary } from '../benchmarks/db-bench/import/read-db-bench-tables.ts'
import { recogniseFormat } from '../benchmarks/formats.ts'
import { readQpsTables } from '../benchmarks/sysbench/import/read-qps-tables.ts'
import { readSysbenchFile } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import { readMetricsTable, readSysbench2020Table } from '../benchmarks/sysbench/import/read-tables.ts'
import { readSideMeasurements, type SideFile } from '../companion-files/companion-measurements.ts'
import { addRecordedFailures } from './add-recorded-failures.ts'
import { readCpuStatements } from './cpu-statements.ts'
import type { Format } from './format.ts'
import { type PlacedFile, type Reading, startReading } from './import-context.ts'
import { kindOf, type RecognisedKind } from './recognise.ts'

/** A file as the caller has it: its path below the uploaded folder, and its text, not compressed any more. */
export type InputFile = { path: string; text: string }

/** Reads every file for what it is, in an order that does not depend on the order in which they came. */
export function readFiles(
  files: Iterable<InputFile>,
  options: Pick<Reading, 'profile' | 'overrides' | 'recorded'>,
): Reading {
  const reading = startReading(options)
  const qpsTables: PlacedFile[] = []
  const sideFiles: SideFile[] = []
  const besideOutputs: { file: PlacedFile; format: Format }[] = []
  const placed = placeFiles(reading, files)
  for (const file of placed) {
    const kind = findKind(reading, file)
    if (file.named?.rule.kind !== 'ignore') reading.cpuStatements.push(...readCpuStatements(file.text, file.path))
    if (kind === 'qps-table') qpsTables.push(file)
    else if (kind === 'vmstat' || kind === 'iostat') sideFiles.push({ file, kind })
    else if (kind !== null && typeof kind === 'object' && kind.isBesideOutput)
      besideOutputs.push({ file, format: kind })
    else if (kind !== null && typeof kind === 'object') kind.read(reading, file)
    else if (kind !== null) readFile(reading, file, kind)
  }
  addRecordedFailures(reading, placed)
  // When all outputs are known it shows which of them they stand beside.
  readSideMeasurements(reading, sideFiles)
  for (const { file, format } of besideOutputs) format.read(reading, file)
  readQpsTables(reading, qpsTables)
  return reading
}

/** A path with forward slashes, relative, and without .gz. */
export const plainPathOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .replace(/\.gz$/, '')

/** Files by path; of a file and its .gz copy only the first. */
function placeFiles(reading: Reading, files: Iterable<InputFile>): PlacedFile[] {
  const placed = [...files].map((file): PlacedFile => {
    const { path } = file
    const plainPath = plainPathOf(path)
    const slash = plainPath.lastIndexOf('/')
    const name = plainPath.slice(slash + 1)
    const directory = reading.decoder.directory(plainPath.slice(0, Math.max(0, slash)))
    return {
      path,
      name,
      plainPath,
      // Asked for when it is read, so that a caller may fetch it then and a large folder need not fit in memory.
      get text() {
        return file.text
      },
      directory,
      named: reading.decoder.file(name),
    }
  })
  placed.sort(
    (a, b) => compareText(a.plainPath, b.plainPath) || compareText(a.path, b.path) || compareText(a.text, b.text),
  )
  return placed.filter((file, index) => {
    const before = placed[index - 1]
    if (before === undefined || before.plainPath !== file.plainPath) return true
    if (before.text === file.text) reading.ignored.push({ path: file.path, reason: `the same as ${before.path}` })
    else
      reading.problems.push({
        file: file.path,
        message: `is not the same as ${before.path}, though only one can be meant; it is left out`,
      })
    return false
  })
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function findKind(reading: Reading, { path, name, text, named }: PlacedFile): RecognisedKind | Format | null {
  if (named?.rule.kind === 'ignore') {
    reading.ignored.push({ path, reason: named.rule.reason ?? 'the profile says so' })
    return null
  }
  const said = named?.rule.kind ?? 'by-content'
  if (typeof said === 'object') return said
  const kind = kindOf(said, name, text) ?? (said === 'by-content' ? recogniseFormat(name, text) : undefined) ?? null
  if (kind === null) reading.ignored.push({ path, reason: 'not benchmark output that is known here' })
  return kind
}

function readFile(reading: Reading, file: PlacedFile, kind: Exclude<RecognisedKind, 'qps-table'>): void {
  switch (kind) {
    case 'metrics-table':
      readMetricsTable(reading, file)
      return
    case 'sysbench-2020-table':
      readSysbench2020Table(reading, file)
      return
    case 'dbbench-report':
      readReport(reading, file)
      return
    case 'dbbench-summary':
      readSummary(reading, file)
      return
    case 'derived':
    case 'ignore':
      reading.ignored.push({ path: file.path, reason: 'a table made from the rows of other files' })
      return
    default:
      readSysbenchFile(reading, file, kind)
  }
}
