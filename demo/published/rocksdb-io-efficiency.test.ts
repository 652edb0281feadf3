import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'
import { fioTestOf, ioComparison, ioEfficiencyOf } from '@assay/domain/compare/studies/io-efficiency/io-efficiency'
import { cut } from '@assay/domain/compare/studies/io-efficiency/io-latency-model'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { expect, test } from 'vitest'
import { everyDemoResult } from '../every-demo-result.ts'
import { IO_EFFICIENCY_METRICS } from './rocksdb-io-efficiency.ts'

const points = everyDemoResult()
const IO_BOUND = 'IO-bound, read-only, O_DIRECT, 8kb blocks'
const ALIGNED: DimensionName = 'param:block_align'

const requested = {
  ...DEFAULT_COMPARISON,
  filters: { benchmark: ['db_bench'], hardware: ['ser7'], workload: [IO_BOUND] },
  columns: [ALIGNED],
}
const comparison = ioComparison(requested, 'randread 8k')
const { subjects, leftOut } = ioEfficiencyOf(compare(points, comparison), comparison)
const aligned = subjects.flatMap(({ clients, tests }) =>
  tests.filter(({ of }) => of.includes('enabled')).map((one) => ({ clients: String(clients), ...one })),
)

test('the study finds all nine results and the fio run that each is divided by', () => {
  expect(fioTestOf(comparison)).toBe('randread 8k')
  expect(leftOut).toEqual([])
  expect(subjects.map(({ clients, tests, baseline }) => [clients, tests.length, baseline.readsPerSecond])).toEqual([
    [1, 6, 9884],
    [6, 3, 43782],
  ])
})

test('IO efficiency and predictions equal the published ones', () => {
  expect(aligned.map(({ efficiency }) => cut(efficiency, 3))).toEqual([0.844, 0.842, 0.849, 0.882, 0.882, 0.887])
  expect(aligned.slice(0, 3).map(({ model }) => model?.asPublished.predicted)).toEqual([9063, 9124, 9214])
})

test('every derived cell and every prediction, to the printed digit', () => {
  for (const { test: name, clients, metric = '', value } of readFigures('rocksdb-ioeff-derived')) {
    const found = aligned.find((one) => one.test === name && one.clients === clients)
    const ours = {
      'io.eff': cut(found?.efficiency ?? 0, 3),
      'us.inc': found?.userIncrease,
      'cpu.inc': found?.cpuIncrease,
    }[metric]
    expect([name, clients, metric, ours?.toFixed(3)]).toEqual([name, clients, metric, value])
  }
  for (const { test: name, metric = '', value } of readFigures('rocksdb-ioeff-model')) {
    const found = aligned.find((one) => one.test === name && one.clients === '1')
    const ours = metric === 'measured IOPs' ? found?.reads.value : found?.model?.asPublished.predicted
    expect([name, metric, String(ours)]).toEqual([name, metric, value])
  }
})

test.each(['fio', 'dbbench', 'block-align', 'flamegraph'])(
  'every cell of the table %s is computed as printed',
  (table) => {
    const rows = readFigures(`rocksdb-ioeff-${table}`)
    const grid = compare(points, {
      ...DEFAULT_COMPARISON,
      rows: ['test'],
      columns: [ALIGNED, 'param:functions'],
      tables: ['benchmark', 'clients'],
      metrics: [...new Set(Object.values(IO_EFFICIENCY_METRICS)), 'samples%'],
      base: { kind: 'none' },
      show: 'absolute',
    })
    const cells = new Map(
      grid.tables.flatMap(({ key, metric, columns, groups }) =>
        groups.flatMap((group) =>
          group.rows.flatMap((row) =>
            row.cells.map((cell, at) => [
              JSON.stringify([...key.values, ...row.values, ...(columns[at]?.values ?? []), metric]),
              cell.value,
            ]),
          ),
        ),
      ),
    )
    for (const { test: name, clients, metric = '', value = '', config = '', benchmark } of rows) {
      const isProfile = table === 'flamegraph'
      const block = benchmark === 'db_bench' ? config.replace('block_align ', '') || 'enabled' : ''
      const metricName = isProfile ? 'samples%' : (IO_EFFICIENCY_METRICS[metric] ?? '')
      const of = isProfile ? 'db_bench flame graph' : benchmark
      const ours = cells.get(JSON.stringify([of, clients, name, block, isProfile ? metric : '', metricName]))
      const decimals = /\.(\d+)$/.exec(value)?.[1]?.length ?? 0
      expect([name, clients, metric, ours?.toFixed(decimals)]).toEqual([name, clients, metric, value])
    }
  },
)
