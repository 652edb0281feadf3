import { addFailedOutput } from '../../import/add-failed-output.ts'
import { countOf, type Fields, fieldsOfRun } from '../../import/fields.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { type ImportContext, type SourceFile, take } from '../../import/import-context.ts'
import { serverOfRow } from '../../import/table-row-server.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { UploadTest } from '../../run/upload-document.ts'
import { isLinkbenchOutput, type LinkbenchOutput, parseLinkbenchOutput } from './linkbench-output.ts'
import { isLinkbenchReport, parseLinkbenchReport } from './linkbench-report.ts'
import { type LinkbenchTable, parseLinkbenchTable, readLinkbenchName } from './linkbench-table.ts'
import { readColumns } from './table-columns.ts'

const BENCHMARK = 'Linkbench'

/** Number of clients of a load. No file of a report states how many threads loaded. */
const CLIENTS_OF_LOAD = 1

type StepName = { name: string; clients: number }

/** Reads a step: `L3.P12` is the third round with 12 clients; a load comes before all rounds. */
function readStep(step: string): StepName {
  const [, clients] = /\.P(\d+)$/.exec(step) ?? []
  return { name: step, clients: countOf(clients) ?? CLIENTS_OF_LOAD }
}

/** The throughput metric of a step; l.post creates an index on existing rows. */
const throughputOf = (step: string): string =>
  step === 'l.post' ? 'indexed_rows/s' : step === 'load' || step.startsWith('l.') ? 'inserts/s' : 'qps'

function testOf(name: string): UploadTest {
  const [, round] = /^L(\d+)\./.exec(name) ?? []
  const isLoad = name === 'load' || name.startsWith('l.')
  return {
    name,
    group: isLoad ? 'load' : 'requests',
    order: isLoad ? (name === 'l.post' ? 2 : 1) : 10 + Number(round ?? 0),
    role: 'measured',
    primaryMetric: throughputOf(name),
    connectionsPerClient: 1,
  }
}

type Row = { line: number; server: string; step: string; values: Readonly<Record<string, number>> }

/** @param workload facts of the page. Tables in separate files have none. */
function addRow(context: ImportContext, file: SourceFile, row: Row, workload: Fields = {}): void {
  const server = serverOfRow(context, file, row)
  if (server === null || Object.keys(row.values).length === 0) return
  const step = readStep(row.step)
  const identity = { ...fieldsOfRun(file.named?.fields ?? {}), ...server }
  context.runs.add(file, {
    benchmark: BENCHMARK,
    fields: { ...workload, ...identity },
    identity,
    results: [
      {
        test: testOf(step.name),
        clients: step.clients,
        params: {},
        values: row.values,
        location: { path: file.path, line: row.line },
      },
    ],
  })
}

function rowsOf({ columns, rows }: LinkbenchTable, step: string): Row[] {
  return rows.map(({ line, server, cells }) => {
    const values = columns.flatMap(({ name, metric }) => {
      const value = cells[name]?.value
      return value == null ? [] : [[metric === 'inserts/s' ? throughputOf(step) : metric, value] as const]
    })
    return { line, server, step, values: Object.fromEntries(values) }
  })
}

const table: Format = {
  kind: 'linkbench-table',
  recognize: (name, text) => readLinkbenchName(name) !== null && readColumns(text.split(/\r?\n/, 1)[0] ?? '') !== null,
  read(context, file) {
    const name = readLinkbenchName(file.name)
    if (name === null) {
      const message = 'the name does not say the step; expected one such as L1.P8.eff.op'
      context.problems.push({ file: file.path, message })
      return
    }
    const found = take(context, file, 'linkbench-table', parseLinkbenchTable(file.text, file.path))
    for (const row of found === null ? [] : rowsOf(found, name.step)) addRow(context, file, row)
  },
}

const report: Format = {
  kind: 'linkbench-report',
  recognize: (_name, text) => isLinkbenchReport(text),
  read(context, file) {
    const page = take(context, file, 'linkbench-report', parseLinkbenchReport(file.text, file.path))
    if (page === null) return
    const known = { ...file.directory.fields, ...file.named?.fields }
    const workload: Fields =
      page.maxId === null || known.workload !== undefined ? {} : { workload: `maxid1=${page.maxId}` }
    for (const { line, server, cells } of page.throughput) {
      for (const { step, cell } of cells) {
        const values = cell.value === null ? {} : { [throughputOf(step)]: cell.value }
        addRow(context, file, { line, server, step, values }, workload)
      }
    }
    for (const { step, table: found } of page.tables) {
      for (const row of rowsOf(found, step)) addRow(context, file, row, workload)
    }
  },
}

const output: Format = {
  kind: 'linkbench',
  recognize: (_name, text) => isLinkbenchOutput(text),
  read(context, file) {
    const parsed = parseLinkbenchOutput(file.text, file.path)
    addFailedOutput(context, file, { benchmark: BENCHMARK, failure: parsed.failure })
    const found = take(context, file, 'linkbench', parsed)
    if (found === null) return
    const named = file.named?.fields ?? {}
    const [, round] = /(?:^|[._-])(L\d{1,4}\.P\d{1,6})(?:[._-]|$)/.exec(file.name) ?? []
    const clients = found.clients ?? (round === undefined ? countOf(named.clients) : readStep(round).clients)
    if (clients === null && found.phase === 'request') {
      const message = 'says no number of requesters; expected -Drequesters=N, or for clients in a name'
      context.problems.push({ file: file.path, message })
      return
    }
    context.runs.add(file, {
      benchmark: BENCHMARK,
      fields: fieldsOfRun(named),
      results: [
        {
          test: testOf(found.phase === 'load' ? 'load' : (round ?? 'requests')),
          clients: clients ?? CLIENTS_OF_LOAD,
          params: found.maxId === null ? {} : { maxid1: found.maxId },
          values: valuesOf(found),
          location: { path: file.path },
        },
      ],
    })
  },
}

function valuesOf({ phase, rate, seconds, operations }: LinkbenchOutput): Record<string, number> {
  const latencies = operations.flatMap(({ operation, percentiles, max, mean }) => [
    ...Object.entries(percentiles).map(([p, value]) => [operationLatencyMetric(`p${p}`, operation), value] as const),
    [operationLatencyMetric('max', operation), max] as const,
    [operationLatencyMetric('avg', operation), mean] as const,
  ])
  return {
    [phase === 'load' ? 'inserts/s' : 'qps']: rate,
    ...(seconds > 0 ? { elapsed_s: seconds } : {}),
    ...Object.fromEntries(latencies),
  }
}

/** Linkbench: its output, tables of several servers, and published pages. */
export const linkbench: Benchmark = { name: BENCHMARK, formats: [table, report, output] }
