import { parseMetricsTable } from '../parse/metrics-table.ts'
import { parseQpsTable, type QpsColumn, type QpsTable } from '../parse/qps-table.ts'
import { parseSysbench2020Table } from '../parse/sysbench-2020-tables.ts'
import { AS_PUBLISHED_PREFIX } from '../run/metric.ts'
import { countOf, type Fields, paramsOf } from './fields.ts'
import { fieldsOfRun, type PlacedFile, type Reading, take } from './reading.ts'
import { LOAD_PHASE, stepFromFields, stepFromLabel } from './step-name.ts'
import type { Piece, SysbenchDraft } from './sysbench-draft.ts'

const RATIOS = 'ratios of figures that stand in other tables'

/** A table of QPS. A .csv has no header: its columns are those of the .tsv beside it, which was read before. */
export function readQpsTable(
  reading: Reading,
  file: PlacedFile,
  beside: readonly QpsColumn[] | null,
): readonly QpsColumn[] | null {
  const { path, text } = file
  const parsed = parseQpsTable(text, path, beside === null ? {} : { columns: beside.map(({ label }) => label) })
  if (parsed.value === null && beside === null && isRelativeWithoutColumns(text, path)) {
    reading.ignored.push({ path, reason: RATIOS })
    return null
  }
  if (parsed.value?.kind === 'relative') {
    reading.ignored.push({ path, reason: RATIOS })
    return parsed.value.columns
  }
  const table = take(reading, file, 'qps-table', parsed)
  if (table !== null) addQpsTable(reading, file, table)
  return table?.columns ?? null
}

/** Ratios are of no use whatever their columns are, so a table of them needs no names. */
function isRelativeWithoutColumns(text: string, path: string): boolean {
  for (let count = 1; count <= 40; count++) {
    const columns = Array.from({ length: count }, (_, i) => `column ${i + 1}`)
    const parsed = parseQpsTable(text, path, { columns })
    if (parsed.value !== null && parsed.problems.length === 0) return parsed.value.kind === 'relative'
  }
  return false
}

function addQpsTable(reading: Reading, file: PlacedFile, table: QpsTable): void {
  const rule = reading.profile.benchmarks.sysbench
  if (rule === undefined) return
  for (const [index, column] of table.columns.entries()) {
    for (const { repeat, param, rows } of table.sections) {
      const ofSection: Fields = {
        ...(repeat === null ? {} : { repeat: String(repeat) }),
        ...(param === null ? {} : { [`params.${param.name}`]: param.value }),
      }
      const place = column.line === null ? { path: file.path } : { path: file.path, line: column.line }
      const server = findDraft(reading, file, { label: column.label, place, ofSection })
      if (server === null) break
      for (const { line, test, cells } of rows) {
        const value = cells[index]?.value ?? null
        if (value === null) continue
        add(server, file, {
          place: { path: file.path, line },
          step: stepFromLabel(test, rule),
          clients: server.clients,
          content: { kind: 'published', values: { qps: value } },
        })
      }
    }
  }
}

/** A table of vmstat and iostat metrics per operation, by step and server. */
export function readMetricsTable(reading: Reading, file: PlacedFile): void {
  const { path } = file
  const table = take(reading, file, 'metrics-table', parseMetricsTable(file.text, path))
  for (const block of table?.blocks ?? []) {
    const fields = reading.decoder.file(block.step)?.fields ?? {}
    const step = stepFromFields(fields)
    if (step === null) {
      reading.problems.push({
        file: path,
        line: block.line,
        message: `\`${block.step}\` is not a step that the profile knows`,
      })
      continue
    }
    for (const { line, server: label, cells } of block.absolute) {
      const place = { path, line }
      const server = findDraft(reading, file, { label, place, ofSection: {} })
      if (server === null) continue
      const values = block.metricNames.flatMap((name, i): [string, number][] => {
        const value = cells[i]?.value ?? null
        if (value === null) return []
        return [[name === 'o/s' ? (step.phase === LOAD_PHASE ? 'rows/s' : 'qps') : AS_PUBLISHED_PREFIX + name, value]]
      })
      const clients = step.phase === LOAD_PHASE ? null : (server.clients ?? countOf(fields.clients))
      add(server, file, { place, step, clients, content: { kind: 'published', values: Object.fromEntries(values) } })
    }
  }
}

/** A table of the Dec 2020 sets: a block per test, a column per number of clients, which the file does not name. */
export function readSysbench2020Table(reading: Reading, file: PlacedFile): void {
  const { path } = file
  const parsed = parseSysbench2020Table(file.text, path)
  if (parsed.value?.kind === 'relative') {
    reading.ignored.push({ path, reason: RATIOS })
    return
  }
  const table = take(reading, file, 'sysbench-2020-table', parsed)
  for (const block of table?.blocks ?? []) {
    const step = stepFromFields(reading.decoder.file(block.heading)?.fields ?? {})
    if (step === null) {
      reading.problems.push({
        file: path,
        line: block.line,
        message: `\`${block.heading}\` is not a step that the profile knows`,
      })
      continue
    }
    for (const { line, server: label, cells } of block.rows) {
      const place = { path, line }
      const server = label === null ? null : findDraft(reading, file, { label, place, ofSection: {} })
      if (server === null) continue
      const values = cells.map(({ value }) => value)
      const metric = step.phase === LOAD_PHASE ? 'rows/s' : 'qps'
      add(server, file, { place, step, clients: null, content: { kind: 'columns', metric, values } })
    }
  }
}

type TableServer = { draft: SysbenchDraft; clients: number | null; params: Piece['params'] }

/** The run that a column or row is about; null, with a problem, when its label is not a name of a server. */
function findDraft(
  reading: Reading,
  { path, directory, named }: PlacedFile,
  { label, place, ofSection }: { label: string; place: Piece['place']; ofSection: Fields },
): TableServer | null {
  const server = reading.decoder.server(label)
  if (server === null) {
    const message = `\`${label}\` is not the name of a server; hoped for one such as x.pg176_o2nofp.x10a_c32r128.pk1`
    reading.problems.push({ file: path, ...(place.line === undefined ? {} : { line: place.line }), message })
    return null
  }
  const ofFile: Fields = { ...named?.fields, ...ofSection }
  const { clients: _clients, ...ofServer } = server.fields
  const draft = reading.drafts.get({
    dataset: directory.dataset,
    datasetName: directory.datasetName,
    server: label,
    isRaw: false,
    fields: { ...directory.fields, ...fieldsOfRun(ofFile), ...ofServer },
    // A table per number of clients, or per parameter, is a run of its own, as a directory of each would be.
    apart: ofFile,
  })
  if (server.problem !== null) draft.unknown = { place, message: server.problem }
  const clients = countOf(server.fields.clients) ?? countOf(ofFile.clients)
  return { draft, clients, params: paramsOf({ ...directory.fields, ...ofFile }) }
}

function add({ draft, params }: TableServer, { path }: PlacedFile, piece: Omit<Piece, 'params'>): void {
  draft.pieces.push({ ...piece, params })
  draft.paths.add(path)
}
