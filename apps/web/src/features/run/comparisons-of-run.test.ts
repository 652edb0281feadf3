import { Comparison } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { comparisonsOfRun } from './comparisons-of-run.ts'

const run = {
  product: 'Postgres',
  version: '18.0',
  build: 'o2nofp',
  config: 'x10b',
  hardware: 'dell32',
  benchmark: 'sysbench',
  workload: 'cached',
  clients: [24],
}

test('versions on the same machine and workload are divided by this run', () => {
  const [versions] = comparisonsOfRun(run)
  expect(versions?.comparison).toMatchObject({
    filters: { hardware: ['dell32'], benchmark: ['sysbench'], workload: ['cached'] },
    base: { kind: 'values', values: { product: 'Postgres', version: '18.0', config: 'x10b' } },
  })
})

test('scale-up is offered only for several client counts', () => {
  const titles = (clients: number[]) => comparisonsOfRun({ ...run, clients }).map(({ title }) => title)
  expect(titles([24])).not.toContain('Scale-up over clients')
  expect(titles([1, 40])).toContain('Scale-up over clients')
})

test('every offer is a comparison', () => {
  for (const { comparison } of comparisonsOfRun(run)) expect(Comparison.safeParse(comparison).success).toBe(true)
})
