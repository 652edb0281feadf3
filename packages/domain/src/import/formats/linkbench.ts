import {
  isLinkbenchOutput,
  type LinkbenchOutput,
  parseLinkbenchOutput,
} from '../../parse/linkbench/linkbench-output.ts'
import { isLinkbenchSummary, parseLinkbenchSummary } from '../../parse/linkbench/linkbench-summary.ts'
import { parseLinkbenchTable, readLinkbenchName } from '../../parse/linkbench/linkbench-table.ts'
import { readColumns } from '../../parse/linkbench/table-columns.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { UploadTest } from '../../run/upload-document.ts'
import { countOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { fieldsOfRun, type PlacedFile, type Reading, take } from '../reading.ts'
import { serverOfRow } from '../table-row-server.ts'

const BENCHMARK = 'Linkbench'

/** No file of a report says how many threads loaded. */
const CLIENTS_OF_LOAD = 1

type StepName = { name: string; clients: number }

/** `L3.P12` is the third round, with 12 clients; a load comes before all rounds. */
function readStep(step: string): StepName {
  const [, clients] = /\.P(\d+)$/.exec(step) ?? []
  return { name: step, clients: countOf(clients) ?? CLIENTS_OF_LOAD }
}

function testOf(name: string): UploadTest {
  const [, round] = /^L(\d+)\./.exec(name) ?? []
  const isLoad = name === 'load' || name.startsWith('l.')
  return {
    name,
    group: isLoad ? 'load' : 'requests',
    order: isLoad ? (name === 'l.post' ? 2 : 1) : 10 + Number(round ?? 0),
    role: 'measured',
    primaryMetric: isLoad ? 'inserts/s' : 'qps',
    connectionsPerClient: 1,
  }
}

function addRow(
  reading: Reading,
  file: PlacedFile,
  row: { line: number; server: string; step: StepName; values: Readonly<Record<string, number>> },
): void {
  const server = serverOfRow(reading, file, row)
  if (server === null || Object.keys(row.values).length === 0) return
  reading.results.add(file, {
    benchmark: BENCHMARK,
    fields: { ...fieldsOfRun(file.named?.fields ?? {}), ...server },
    results: [
      {
        test: testOf(row.step.name),
        clients: row.step.clients,
        params: {},
        values: row.values,
        place: { path: file.path, line: row.line },
      },
    ],
  })
}

const table: Format = {
  kind: 'linkbench-table',
  recognise: (name, text) => readLinkbenchName(name) !== null && readColumns(text.split(/\r?\n/, 1)[0] ?? '') !== null,
  read(reading, file) {
    const name = readLinkbenchName(file.name)
    if (name === null) {
      const message = 'the name does not say the step; hoped for one such as L1.P8.eff.op'
      reading.problems.push({ file: file.path, message })
      return
    }
    const found = take(reading, file, 'linkbench-table', parseLinkbenchTable(file.text, file.path))
    for (const { line, server, cells } of found?.rows ?? []) {
      const values = (found?.columns ?? []).flatMap(({ name: column, metric }) => {
        const value = cells[column]?.value
        return value == null ? [] : [[metric, value] as const]
      })
      addRow(reading, file, { line, server, step: readStep(name.step), values: Object.fromEntries(values) })
    }
  },
}

const summary: Format = {
  kind: 'linkbench-summary',
  recognise: (_name, text) => isLinkbenchSummary(text),
  read(reading, file) {
    const rows = take(reading, file, 'linkbench-summary', parseLinkbenchSummary(file.text, file.path))
    for (const { line, server, cells } of rows ?? []) {
      for (const { step, cell } of cells) {
        const metric = testOf(step).primaryMetric ?? 'qps'
        const values = cell.value === null ? {} : { [metric]: cell.value }
        addRow(reading, file, { line, server, step: readStep(step), values })
      }
    }
  },
}

const output: Format = {
  kind: 'linkbench',
  recognise: (_name, text) => isLinkbenchOutput(text),
  read(reading, file) {
    const found = take(reading, file, 'linkbench', parseLinkbenchOutput(file.text, file.path))
    if (found === null) return
    const named = file.named?.fields ?? {}
    const [, round] = /(?:^|[._-])(L\d{1,4}\.P\d{1,6})(?:[._-]|$)/.exec(file.name) ?? []
    const clients = found.clients ?? (round === undefined ? countOf(named.clients) : readStep(round).clients)
    if (clients === null && found.phase === 'request') {
      const message = 'says no number of requesters; hoped for -Drequesters=N, or for clients in a name'
      reading.problems.push({ file: file.path, message })
      return
    }
    reading.results.add(file, {
      benchmark: BENCHMARK,
      fields: fieldsOfRun(named),
      results: [
        {
          test: testOf(found.phase === 'load' ? 'load' : (round ?? 'requests')),
          clients: clients ?? CLIENTS_OF_LOAD,
          params: found.maxId === null ? {} : { maxid1: found.maxId },
          values: valuesOf(found),
          place: { path: file.path },
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

export const LINKBENCH_FORMATS: readonly Format[] = [table, summary, output]
