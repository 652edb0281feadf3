import type { UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { groupRows, type PublishedSet, valuesOf } from './published-set.ts'

export const COMPRESSION_METRICS: Readonly<Record<string, string>> = {
  ips: 'inserts/s',
  qps: 'qps',
  size: 'size',
  Mcpu: 'Mcpu/o',
}
const METRIC_NAMES = Object.values(COMPRESSION_METRICS)

const TESTS: NonNullable<UploadDocument['tests']> = [
  { name: 'insert only', order: 1, role: 'measured', primaryMetric: 'inserts/s', connectionsPerClient: 1 },
  { name: 'point queries', order: 2, role: 'measured', primaryMetric: 'qps', connectionsPerClient: 1 },
]

/** Parses `varchar 10,000 to 20,000 chars, 20% random`. */
export function readDataSet(workload: string): { varchar_chars: string; pct_random: number } {
  const [, from, to, percent] = /^varchar ([\d,]+) to ([\d,]+) chars, (\d+)% random$/.exec(workload) ?? []
  return { varchar_chars: `${from} to ${to}`, pct_random: Number(percent) }
}

/** MyRocks and InnoDB with one large column that compresses more or less well. */
export const objectCompression: PublishedSet = {
  name: 'sep16.lob.compression',
  make() {
    const rows = ['insert', 'point'].flatMap((step) => readFigures(`myrocks-innodb-compress-${step}`))
    const results = groupRows(rows, ['config', 'test', 'workload'])
    const configs = new Set(results.map(({ about }) => about.config ?? ''))
    return [...configs].map((config) =>
      toDocument(
        config,
        results.filter(({ about }) => about.config === config),
      ),
    )
  },
}

function toDocument(config: string, results: ReturnType<typeof groupRows>): UploadDocument {
  const [first] = results
  const { product = '', version = '', benchmark = '' } = first?.about ?? {}
  return {
    schemaVersion: 1,
    product,
    // The version of MyRocks is not stated, and neither is the machine.
    version: version.replace(/^MySQL /, '') || 'unknown',
    build: {},
    config: { name: config },
    hardware: { name: 'unknown' },
    benchmark: { name: benchmark },
    workload: { name: 'one large varchar column' },
    repeat: 1,
    source: {
      name: 'Mark Callaghan, MyRocks and InnoDB with large objects and compression, 20 September 2016',
      url: 'https://smalldatum.blogspot.com/2016/09/myrocks-and-innodb-with-large-objects.html',
    },
    tests: TESTS,
    metricNames: METRIC_NAMES,
    results: results.map(
      ({ about: { test = '', clients, workload = '' }, values }): UploadResult => ({
        test,
        clients: Number(clients),
        params: readDataSet(workload),
        values: valuesOf(values, METRIC_NAMES, COMPRESSION_METRICS),
      }),
    ),
  }
}
