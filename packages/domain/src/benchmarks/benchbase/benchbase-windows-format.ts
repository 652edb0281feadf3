import { addRepeated } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import { folderOf, plainPathOf } from '../../import/fields.ts'
import type { Format } from '../../import/format.ts'
import { type ImportContext, noteStatedTest, type SourceFile, take } from '../../import/import-context.ts'
import type { DraftResult } from '../../import/run-draft.ts'
import { latencyMetrics, operationLatencyMetric } from '../../run/operation-latency.ts'
import type { UploadSamples } from '../../run/upload-document.ts'
import {
  type BenchbaseWindows,
  isBenchbaseWindows,
  parseBenchbaseWindows,
  valuesOfWindows,
} from './benchbase-windows.ts'

/** `tpcc_2026-11-03_10-20-30.results.csv`, and `….results.NewOrder.csv` of one type of transaction. */
const NAME = /^(.+?)\.(?:results|samples)(?:\.([\w-]{1,80}))?\.csv$/

/** The name of the test in the names that BenchBase gives to its files. */
const TEST = /^([a-z][a-z\d-]{1,40})_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d$/

/**
 * Tables of BenchBase with a row for each window: samples of the result that the summary next to them states, else a
 * result of their own.
 */
export const benchbaseWindows: Format = {
  kind: 'benchbase-windows',
  isNamedByPath: true,
  isTable: true,
  // The summary is read first.
  phase: 'companion',
  recognize: (_name, text) => isBenchbaseWindows(text),
  read(context, file) {
    const [, stem = file.name.split('.')[0] ?? '', transaction = null] = NAME.exec(file.name) ?? []
    const owner = ownerOf(context, file, stem)
    if (owner === undefined && transaction !== null) {
      const reason = `has one type of transaction of a test, of which neither ${stem}.summary.json nor ${stem}.results.csv is here`
      context.ignored.push({ path: file.path, reason })
      return
    }
    const found = take(context, file, 'benchbase-windows', parseBenchbaseWindows(file.text, file.path))
    if (found === null) return
    if (owner !== undefined) addTo(context, file, owner, withWindows(owner, found, transaction))
    else addResult(context, file, testOf(context, file, stem), found)
  },
}

/** The test that BenchBase wrote into the name, else the rest of a name that a person gave. */
function testOf(context: ImportContext, file: SourceFile, stem: string): string {
  const [, test] = TEST.exec(stem) ?? []
  if (test !== undefined) noteStatedTest(context, file)
  return test ?? file.named?.fields.test ?? 'benchbase'
}

const nameIn = (path: string): string => plainPathOf(path).slice(plainPathOf(path).lastIndexOf('/') + 1)

const ownerOf = ({ runs }: ImportContext, { plainPath }: SourceFile, stem: string): DraftResult | undefined =>
  runs
    .all()
    .flatMap(({ results }) => results)
    .find(({ location: { path } }) => folderOf(path) === folderOf(plainPath) && nameIn(path).startsWith(`${stem}.`))

function withWindows(owner: DraftResult, found: BenchbaseWindows, transaction: string | null): DraftResult {
  if (transaction !== null) {
    const { latencies } = valuesOfWindows(found, transaction)
    return { ...owner, values: { ...latencyMetrics(latencies, transaction), ...owner.values } }
  }
  const known = new Set((owner.samples ?? []).map(({ metric }) => metric))
  return {
    ...owner,
    samples: [...(owner.samples ?? []), ...samplesOf(found).filter(({ metric }) => !known.has(metric))],
  }
}

function samplesOf({ windowSeconds, windows }: BenchbaseWindows): UploadSamples[] {
  const series = (metric: string, values: (number | null)[]): UploadSamples => ({
    ...{ metric, values },
    ...{ intervalSeconds: windowSeconds, startSeconds: windowSeconds },
  })
  const times = (statistic: string) => windows.map(({ latencies }) => latencies[statistic] ?? null)
  return [
    series(
      'ops/s',
      windows.map(({ perSecond }) => perSecond),
    ),
    series(operationLatencyMetric('avg', null), times('avg')),
    series(operationLatencyMetric('p99', null), times('p99')),
  ]
}

function addTo(context: ImportContext, { path }: SourceFile, owner: DraftResult, changed: DraftResult): void {
  const draft = context.runs.withResult(owner)
  if (draft === undefined) return
  draft.results = draft.results.map((result) => (result === owner ? changed : result))
  draft.paths.add(path)
}

function addResult(context: ImportContext, file: SourceFile, test: string, found: BenchbaseWindows): void {
  const clients = clientsOf(context, file, null)
  if (clients === null) return
  const { perSecond, seconds, latencies } = valuesOfWindows(found, null)
  const result = {
    test: { name: test, role: 'measured' as const, primaryMetric: 'ops/s' },
    clients,
    params: {},
    values: { 'ops/s': perSecond, elapsed_s: seconds, ...latencyMetrics(latencies) },
    samples: samplesOf(found),
    location: { path: file.path },
  }
  addRepeated(context, file, { benchmark: 'BenchBase', results: [result] }, new Map())
}
