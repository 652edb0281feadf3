import type { UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { type FigureRow, readFigures } from '@assay/testing/archive/archive-figures'
import { groupRows, type PublishedSet, valuesOf } from './published-set.ts'

/** Our metric names by those of the tables. */
export const IO_EFFICIENCY_METRICS: Readonly<Record<string, string>> = {
  qps: 'ops/s',
  iops: 'r/s',
  reqsz: 'reqsz',
  usPer: 'usPer',
  syPer: 'syPer',
  cpuPer: 'cpuPer',
  'rx.lat': 'usec_op',
  'lat.us': 'usec_op',
  'io.lat': 'io.lat',
}

const DB_METRICS = ['ops/s', 'r/s', 'reqsz', 'usPer', 'syPer', 'cpuPer', 'usec_op', 'io.lat']
const FIO_METRICS = ['iops', 'r/s', 'usPer', 'syPer', 'cpuPer', 'usec_op']
const READS = ['readrandom', 'readrandom2', 'readrandom3']

/** fio and db_bench on one machine, block_align on and off, and where RocksDB spends its CPU. */
export const rocksdbIoEfficiency: PublishedSet = {
  name: 'oct25.rocksdb.ioeff',
  make() {
    const read = (table: string) => readFigures(`rocksdb-ioeff-${table}`)
    const aligned = [...read('dbbench'), ...read('block-align')]
    return [fioDocument(read('fio')), dbBenchDocument(aligned), profileDocument(read('flamegraph'))]
  },
}

type Rows = FigureRow[]

function fioDocument(rows: Rows): UploadDocument {
  return {
    ...facts(rows, { product: 'fio', benchmark: 'fio' }),
    tests: [{ name: 'randread 8k', order: 0, role: 'measured', primaryMetric: 'iops' }],
    metricNames: FIO_METRICS,
    results: groupRows(rows, ['test', 'clients']).map(({ about: { test = '', clients }, values }): UploadResult => {
      const named = new Map([...values, ['requests', values.get('iops') ?? Number.NaN] as const])
      return {
        test,
        clients: Number(clients),
        params: { rw: 'randread', block_size: '8k' },
        values: valuesOf(named, FIO_METRICS, { ...IO_EFFICIENCY_METRICS, requests: 'iops' }),
      }
    }),
  }
}

/** The rows of one user are in both tables, so each result is used once. */
function dbBenchDocument(rows: Rows): UploadDocument {
  const found = groupRows(rows, ['config', 'test', 'clients'])
  const results = found.map(({ about: { config = '', test = '', clients }, values }): UploadResult => {
    const aligned = config === '' ? 'enabled' : config.replace('block_align ', '')
    return {
      test,
      clients: Number(clients),
      params: { block_align: aligned },
      values: valuesOf(values, DB_METRICS, IO_EFFICIENCY_METRICS),
    }
  })
  const distinct = new Map(
    results.map((result) => [JSON.stringify([result.test, result.clients, result.params]), result]),
  )
  return {
    ...facts(rows, { product: 'RocksDB', benchmark: 'db_bench' }),
    // The order of readrandom among the tests that benchmark.sh runs.
    tests: READS.map((name, i) => ({ name, order: 13_000 + i, role: 'measured', primaryMetric: 'ops/s' })),
    metricNames: DB_METRICS,
    results: [...distinct.values()],
  }
}

/** Percent of the samples of a flame graph by group of functions. */
function profileDocument(rows: Rows): UploadDocument {
  return {
    ...facts(rows, { product: 'RocksDB', benchmark: 'db_bench flame graph' }),
    tests: READS.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'samples%' })),
    metricNames: ['samples%'],
    results: rows.map(({ test = '', clients, metric = '', value }): UploadResult => {
      return { test, clients: Number(clients), params: { functions: metric }, values: [Number(value)] }
    }),
  }
}

function facts([row = {}]: Rows, { product, benchmark }: { product: string; benchmark: string }) {
  return {
    schemaVersion: 1,
    product,
    version: 'unknown',
    build: {},
    config: { name: 'unknown' },
    hardware: { name: 'ser7', cpu: 'AMD Ryzen 7 7840HS', cores: 8, memoryGb: 32, storage: 'Crucial P3 1TB' },
    benchmark: { name: benchmark },
    workload: { name: row.workload ?? '' },
    repeat: 1,
    source: {
      name: 'Mark Callaghan, IO efficiency of RocksDB, 23 October 2025',
      url: 'https://smalldatum.blogspot.com/2025/10/',
    },
  } satisfies Partial<UploadDocument>
}
