import { findOperationLatency, operationLatencyMetric } from '@assay/domain/run/operation-latency'
import type { UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { groupRows, type PublishedSet, valuesOf } from './published-set.ts'

/** Our metric names by those of the tables: an insert and a transaction are both an operation. */
export const LINKBENCH_METRICS: Readonly<Record<string, string>> = {
  ips: 'inserts/s',
  tps: 'tps',
  'r/t': 'r/o',
  'rKB/t': 'rKB/o',
  'wKB/i': 'wKB/o',
  'wKB/t': 'wKB/o',
  'Mcpu/i': 'Mcpu/o',
  'Mcpu/t': 'Mcpu/o',
  size: 'size',
  rss: 'rss',
  un: operationLatencyMetric('p99', 'update_node'),
  gn: operationLatencyMetric('p99', 'get_node'),
  ul: operationLatencyMetric('p99', 'update_link'),
  gll: operationLatencyMetric('p99', 'get_links_list'),
}
const METRIC_NAMES = [...new Set(Object.values(LINKBENCH_METRICS))]

const TESTS: NonNullable<UploadDocument['tests']> = [
  { name: 'load', group: 'load', order: 1, role: 'measured', primaryMetric: 'inserts/s', connectionsPerClient: 1 },
  { name: 'query', group: 'requests', order: 2, role: 'measured', primaryMetric: 'tps', connectionsPerClient: 1 },
]

/** Engines of MongoDB on Linkbench: MongoRocks, WiredTiger and mmapV1, cached and IO-bound. */
export const linkbenchMongo: PublishedSet = {
  name: 'oct16.linkbench.mongo',
  make() {
    return ['cached', 'iobound'].flatMap((kind) => {
      const rows = ['load', 'query'].flatMap((step) => readFigures(`linkbench-mongo-${kind}-${step}`))
      const results = groupRows(rows, ['config', 'test'])
      const configs = new Set(results.map(({ about }) => about.config ?? ''))
      return [...configs].map((config) =>
        toDocument(
          config,
          results.filter(({ about }) => about.config === config),
        ),
      )
    })
  },
}

function toDocument(config: string, results: ReturnType<typeof groupRows>): UploadDocument {
  const [first] = results
  const about = first?.about ?? {}
  const [kind = ''] = (about.workload ?? '').split(',')
  return {
    schemaVersion: 1,
    product: about.product ?? '',
    version: about.version ?? '',
    build: {},
    config: { name: config },
    hardware: {
      name: 'nuc-i3',
      cpu: 'Intel Core i3',
      cores: 2,
      smt: true,
      memoryGb: 8,
      storage: 'Samsung 850 EVO 120G',
    },
    benchmark: { name: 'Linkbench' },
    workload: { name: kind },
    repeat: 1,
    source: {
      name: 'Mark Callaghan, MongoRocks and WiredTiger on Linkbench, 12 October 2016',
      url: 'https://smalldatum.blogspot.com/2016/10/',
    },
    tests: TESTS,
    metrics: METRIC_NAMES.flatMap((name) => findOperationLatency(name) ?? []),
    metricNames: METRIC_NAMES,
    results: results.map(({ about: { test = '', clients, workload = '' }, values }): UploadResult => {
      const [, millions] = /maxid1=(\d+)M/.exec(workload) ?? []
      return {
        test,
        clients: Number(clients),
        params: { maxid1: Number(millions) * 1_000_000 },
        values: valuesOf(values, METRIC_NAMES, LINKBENCH_METRICS),
      }
    }),
  }
}
