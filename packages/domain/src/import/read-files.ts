import { readReport, readSummary } from '../benchmarks/db-bench/import/read-db-bench-tables.ts'
import { recogniseFormat } from '../benchmarks/formats.ts'
import { readQpsTables } from '../benchmarks/sysbench/import/read-qps-tables.ts'
import { readSysbenchFile } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import { readMetricsTable, readSysbench2020Table } from '../benchmarks/sysbench/import/read-tables.ts'
import { type CompanionFile, readCompanionMeasurements } from '../companion-files/companion-measurements.ts'
import { addRecordedFailures } from './add-recorded-failures.ts'
import { readCpuStatements } from './cpu-statements.ts'
import type { Format } from './format.ts'
import { type ImportContext, type SourceFile, startImport } from './import-context.ts'
import { kindOf, type RecognisedKind } from './recognise.ts'

/** A file as the caller has it: its path below the uploaded folder, and its text, not compressed any more. */
export type InputFile = { path: string; text: string }

/** Reads every file for what it is, in an order that does not depend on the order in which they came. */
export function readFiles(
  files: Iterable<InputFile>,
  options: Pick<ImportContext, 'profile' | 'overrides' | 'recorded'>,
): ImportContext {
  const context = startImport(options)
  const qpsTables: SourceFile[] = []
  const companionFiles: CompanionFile[] = []
  const companions: { file: SourceFile; format: Format }[] = []
  const placed = decodePaths(context, files)
  for (const file of placed) {
    const kind = findKind(context, file)
    if (file.named?.rule.kind !== 'ignore') context.cpuStatements.push(...readCpuStatements(file.text, file.path))
    if (kind === 'qps-table') qpsTables.push(file)
    else if (kind === 'vmstat' || kind === 'iostat') companionFiles.push({ file, kind })
    else if (kind !== null && typeof kind === 'object' && kind.isCompanion) companions.push({ file, format: kind })
    else if (kind !== null && typeof kind === 'object') kind.read(context, file)
    else if (kind !== null) readFile(context, file, kind)
  }
  addRecordedFailures(context, placed)
  // When all outputs are known it shows which of them they stand beside.
  readCompanionMeasurements(context, companionFiles)
  for (const { file, format } of companions) format.read(context, file)
  readQpsTables(context, qpsTables)
  return context
}

/** A path with forward slashes, relative, and without .gz. */
export const plainPathOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .replace(/\.gz$/, '')

/** Files by path; of a file and its .gz copy only the first. */
function decodePaths(context: ImportContext, files: Iterable<InputFile>): SourceFile[] {
  const placed = [...files].map((file): SourceFile => {
    const { path } = file
    const plainPath = plainPathOf(path)
    const slash = plainPath.lastIndexOf('/')
    const name = plainPath.slice(slash + 1)
    const directory = context.decoder.directory(plainPath.slice(0, Math.max(0, slash)))
    return {
      path,
      name,
      plainPath,
      // Asked for when it is read, so that a caller may fetch it then and a large folder need not fit in memory.
      get text() {
        return file.text
      },
      directory,
      named: context.decoder.file(name),
    }
  })
  placed.sort(
    (a, b) => compareText(a.plainPath, b.plainPath) || compareText(a.path, b.path) || compareText(a.text, b.text),
  )
  return placed.filter((file, index) => {
    const before = placed[index - 1]
    if (before === undefined || before.plainPath !== file.plainPath) return true
    if (before.text === file.text) context.ignored.push({ path: file.path, reason: `the same as ${before.path}` })
    else
      context.problems.push({
        file: file.path,
        message: `is not the same as ${before.path}, though only one can be meant; it is left out`,
      })
    return false
  })
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function findKind(context: ImportContext, { path, name, text, named }: SourceFile): RecognisedKind | Format | null {
  if (named?.rule.kind === 'ignore') {
    context.ignored.push({ path, reason: named.rule.reason ?? 'the profile says so' })
    return null
  }
  const said = named?.rule.kind ?? 'by-content'
  if (typeof said === 'object') return said
  const kind = kindOf(said, name, text) ?? (said === 'by-content' ? recogniseFormat(name, text) : undefined) ?? null
  if (kind === null) context.ignored.push({ path, reason: 'not benchmark output that is known here' })
  return kind
}

function readFile(context: ImportContext, file: SourceFile, kind: Exclude<RecognisedKind, 'qps-table'>): void {
  switch (kind) {
    case 'metrics-table':
      readMetricsTable(context, file)
      return
    case 'sysbench-2020-table':
      readSysbench2020Table(context, file)
      return
    case 'dbbench-report':
      readReport(context, file)
      return
    case 'dbbench-summary':
      readSummary(context, file)
      return
    case 'derived':
    case 'ignore':
      context.ignored.push({ path: file.path, reason: 'a table made from the rows of other files' })
      return
    default:
      readSysbenchFile(context, file, kind)
  }
}
