import { RELATIVE_QPS } from '@assay/domain/benchmarks/iibench/iibench-metrics'
import { parseStep, stepTest } from '@assay/domain/benchmarks/iibench/parse/step'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { readFigures } from '@assay/testing/archive/archive-figures'
import type { PublishedSet } from './published-set.ts'

/** MySQL 5.6 to 9.5 on the Insert Benchmark. Only throughput relative to 5.6.51 was published, no rates. */
export const insertBenchmarkMysql: PublishedSet = {
  name: 'dec25.ib.mysql.pn53',
  make() {
    return ['cached', 'iobound'].flatMap((kind) => {
      const rows = readFigures(`ib-mysql-${kind}-relqps`)
      return [...Map.groupBy(rows, ({ version = '' }) => version).values()].map(toDocument)
    })
  },
}

type Row = Readonly<Record<string, string>>

function toDocument(rows: readonly Row[]): UploadDocument {
  const { product = '', version = '', workload = '' } = rows[0] ?? {}
  const [, kind = '', x, y, z] = /^(\S+) \(X,Y,Z = (\d+)M,(\d+)M,(\d+)M\)$/.exec(workload) ?? []
  const millions = (count: string | undefined) => Number(count) * 1_000_000
  return {
    schemaVersion: 1,
    product,
    version,
    build: {},
    config: { name: 'unknown' },
    hardware: { name: 'pn53', cpu: 'AMD Ryzen 7 7735HS', cores: 8, memoryGb: 32 },
    benchmark: { name: 'Insert Benchmark' },
    workload: { name: kind, params: { l_i0_rows: millions(x), l_i1_rows: millions(y), l_i2_rows: millions(z) } },
    repeat: 1,
    source: {
      name: 'Mark Callaghan, The insert benchmark on a small server: MySQL 5.6 through 9.5, 10 December 2025; ratios to 5.6.51 only',
      url: 'https://smalldatum.blogspot.com/2025/12/the-insert-benchmark-on-small-server_10.html',
    },
    tests: rows.flatMap(({ test = '' }) => parseStep(test) ?? []).map(stepTest),
    metricNames: [RELATIVE_QPS],
    results: rows.map(({ test = '', clients, value }) => ({ test, clients: Number(clients), values: [Number(value)] })),
  }
}
