import type { UploadDocument } from '@assay/domain/run/upload-document'
import { type FigureRow, readFigures } from '@assay/testing/archive/archive-figures'
import type { PublishedSet } from './published-set.ts'

const METRIC = 'relative QPS'

/** Names of the machines in the post and in Assay. */
const MACHINES: Readonly<Record<string, UploadDocument['hardware']>> = {
  'ASUS PN53, Ryzen 7, 8 cores, 32G': { name: 'pn53', cpu: 'AMD Ryzen 7 7735HS', cores: 8, memoryGb: 32 },
  'GCP c4a-standard-8-lssd, Arm, 8 cores, 32G': {
    name: 'gcp-arm-8',
    cpu: 'Arm',
    cores: 8,
    memoryGb: 32,
    cloudType: 'GCP c4a-standard-8-lssd',
  },
  'Hetzner ax162s, AMD EPYC 9454P, 48 cores, 128G': { name: 'hetz', cpu: 'AMD EPYC 9454P', cores: 48, memoryGb: 128 },
}

const TEST_ORDER = ['fillseq', 'revrangeww', 'fwdrangeww', 'readww', 'overwrite']

/**
 * Gains of clang and clang+LTO for RocksDB 10.8 on three servers, in percent over gcc, as the post rounds them: ratios
 * with gcc as 1. Tests that the post calls similar have no number and are left out.
 */
export const compilerGains: PublishedSet = {
  name: 'dec25.rocksdb.compilers',
  make() {
    const rows = readFigures('rocksdb-compiler-vs-gcc').filter(({ value }) => value !== 'similar')
    const servers = [...new Set(rows.map(({ hardware = '' }) => hardware))]
    return servers.flatMap((server) => {
      const own = rows.filter(({ hardware }) => hardware === server)
      return ['gcc', 'clang', 'clang+LTO'].map((compiler) => toDocument(server, compiler, own))
    })
  },
}

type Rows = FigureRow[]

function toDocument(server: string, compiler: string, rows: Rows): UploadDocument {
  const hardware = MACHINES[server]
  if (hardware === undefined) throw new Error(`Unknown machine ${JSON.stringify(server)} in rocksdb-compiler-vs-gcc.`)
  const own = compiler === 'gcc' ? firstOfEachTest(rows) : rows.filter((row) => row.compiler === compiler)
  return {
    schemaVersion: 1,
    product: 'RocksDB',
    version: '10.8',
    build: { compiler: compiler.replace('+LTO', ''), ...(compiler.endsWith('+LTO') ? { lto: true } : {}) },
    config: { name: 'unknown' },
    hardware,
    benchmark: { name: 'db_bench, as published' },
    workload: { name: 'byrx' },
    repeat: 1,
    source: {
      name: 'Mark Callaghan, Small Datum, 2 December 2025',
      url: 'https://smalldatum.blogspot.com/2025/12/',
    },
    tests: TEST_ORDER.map((name, order) => ({ name, order, role: 'measured' as const, primaryMetric: METRIC })),
    metrics: [
      { name: METRIC, unit: 'gcc = 1', better: 'higher', about: 'QPS / QPS of the same version built with gcc' },
    ],
    metricNames: [METRIC],
    results: own.map(({ test = '', clients, value }) => ({
      test,
      clients: Number(clients),
      values: [compiler === 'gcc' ? 1 : Number((1 + Number(value) / 100).toFixed(2))],
    })),
  }
}

const firstOfEachTest = (rows: Rows): Rows => [...new Map(rows.map((row) => [row.test, row])).values()]
