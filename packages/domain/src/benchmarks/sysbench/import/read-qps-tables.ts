import type { Fields } from '../../../import/fields.ts'
import { type ImportContext, RATIOS, type SourceFile } from '../../../import/import-context.ts'
import type { BenchmarkRule } from '../../../import/profile/profile.ts'
import { stepFromLabel, testNameOf } from '../../../import/step-name.ts'
import { parseQpsTable, type QpsTable } from '../parse/qps-table.ts'
import { addCell, findTableServer } from './table-server.ts'

type ReadTable = { file: SourceFile; table: QpsTable }

/**
 * Adds all tables of QPS. Tables with server names come first: a .csv has no header and uses the columns of the .tsv
 * with the same name, and a table that names servers in words must be a copy of another table, otherwise it is a
 * problem.
 */
export function addQpsTables(context: ImportContext, files: readonly SourceFile[], rule: BenchmarkRule): void {
  const known: ReadTable[] = []
  const later: ReadTable[] = []
  for (const file of files) {
    if (file.plainPath.endsWith('.csv')) continue
    const table = parse(context, file)
    if (table === null) continue
    const namesServers = table.columns.some(({ label }) => context.decoder.server(label) !== null)
    ;(namesServers ? known : later).push({ file, table })
  }
  for (const { file, table } of known) addTable(context, file, table, rule)
  for (const file of files) {
    if (!file.plainPath.endsWith('.csv')) continue
    const sibling = [...known, ...later].find((one) => one.file.plainPath === file.plainPath.replace(/csv$/, 'tsv'))
    const table = parse(context, file, sibling?.table)
    if (table !== null) later.push({ file, table })
  }
  for (const { file, table } of later) {
    const copyOf = known.find((one) => directoryOf(one.file) === directoryOf(file) && holds(one.table, table, rule))
    if (copyOf !== undefined)
      context.ignored.push({ path: file.path, reason: `the same figures as ${copyOf.file.path}` })
    else addTable(context, file, table, rule)
  }
}

const directoryOf = ({ plainPath, name }: SourceFile): string => plainPath.slice(0, plainPath.length - name.length)

/** The table of absolute values in a file. Without one it returns null and records the reason. */
function parse(context: ImportContext, { path, text }: SourceFile, sibling?: QpsTable): QpsTable | null {
  const columns = sibling?.columns.map(({ label }) => label)
  const parsed = parseQpsTable(text, path, columns === undefined ? {} : { columns })
  const isRelative = parsed.value?.kind === 'relative' || (parsed.value === null && isRelativeWithoutNames(text, path))
  if (isRelative) {
    context.ignored.push({ path, reason: RATIOS })
    return null
  }
  context.problems.push(...parsed.problems)
  return parsed.value
}

/** True for a table of ratios without column names. Ratios are not imported, so it needs no names. */
function isRelativeWithoutNames(text: string, path: string): boolean {
  const width = /^(?:[^,\t\n]+,)?([\d.]+(?:[,\t][\d.]+)*)/m.exec(text)?.[1]?.split(/[,\t]/).length ?? 0
  const columns = Array.from({ length: Math.min(width, 200) }, (_, i) => `column ${i + 1}`)
  const { value, problems } = parseQpsTable(text, path, { columns })
  return value !== null && value.kind === 'relative' && problems.length === 0
}

function addTable(context: ImportContext, file: SourceFile, table: QpsTable, rule: BenchmarkRule): void {
  context.understood.push({ path: file.path, kind: 'qps-table' })
  for (const [index, column] of table.columns.entries()) {
    for (const { repeat, param, rows } of table.sections) {
      const ofSection: Fields = {
        ...(repeat === null ? {} : { repeat: String(repeat) }),
        ...(param === null ? {} : { [`params.${param.name}`]: param.value }),
      }
      const location = column.line === null ? { path: file.path } : { path: file.path, line: column.line }
      const server = findTableServer(context, file, { label: column.label, location, ofSection })
      if (server === null) break
      for (const { line, test, cells } of rows) {
        const value = cells[index]?.value ?? null
        if (value === null) continue
        addCell(server, file, {
          location: { path: file.path, line },
          step: stepFromLabel(test, rule),
          clients: server.clients,
          content: { kind: 'published', values: { qps: value } },
        })
      }
    }
  }
}

/** True when every figure of `copy` is in the same column of `table`. */
function holds(table: QpsTable, copy: QpsTable, rule: BenchmarkRule): boolean {
  if (table.columns.length !== copy.columns.length) return false
  const figures = (one: QpsTable) =>
    one.sections.flatMap(({ rows }) =>
      rows.map(({ test, cells }) =>
        JSON.stringify([testNameOf(stepFromLabel(test, rule), rule), cells.map(({ value }) => value)]),
      ),
    )
  const all = new Set(figures(table))
  return figures(copy).every((figure) => all.has(figure))
}
