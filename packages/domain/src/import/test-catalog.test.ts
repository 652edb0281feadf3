import { expect, test } from 'vitest'
import { invariant, unwrap } from '../result.ts'
import { archiveProfileYaml } from './profile/archive-profile.ts'
import { parseImportProfile } from './profile/profile.ts'
import { LOAD_STEP, stepFromLabel } from './step-name.ts'
import { describeTest } from './test-catalog.ts'

const { sysbench, db_bench: dbbench } = unwrap(parseImportProfile(archiveProfileYaml)).benchmarks
invariant(sysbench !== undefined && dbbench !== undefined, 'the archive has results of both')
const cataloged = (label: string) => describeTest(stepFromLabel(label, sysbench), sysbench)

test('the 33 tests of the published tables are measured, in their order and groups', () => {
  const tables: [string, string[]][] = [
    [
      'point queries',
      [
        'hot-points_range=100',
        'point-query_range=100',
        'points-covered-pk_range=100',
        'points-covered-si_range=100',
        'points-notcovered-pk_range=100',
        'points-notcovered-si_range=100',
        'random-points_range=1000',
        'random-points_range=100',
        'random-points_range=10',
      ],
    ],
    [
      'range, no aggregation',
      [
        'range-covered-pk_range=100',
        'range-covered-si_range=100',
        'range-notcovered-pk_range=100',
        'range-notcovered-si_range=100',
      ],
    ],
    [
      'range, aggregation',
      [
        'read-only-count_range=1000',
        'read-only-distinct_range=1000',
        'read-only-order_range=1000',
        'read-only_range=10000',
        'read-only_range=100',
        'read-only_range=10',
        'read-only-simple_range=1000',
        'read-only-sum_range=1000',
      ],
    ],
    ['range, no aggregation', ['scan_range=100', 'scan.warm_range=100']],
    [
      'writes',
      [
        'delete_range=100',
        'insert_range=100',
        'read-write_range=100',
        'read-write_range=10',
        'update-index_range=100',
        'update-inlist_range=100',
        'update-nonindex_range=100',
        'update-one_range=100',
        'update-zipf_range=100',
        'write-only_range=10000',
      ],
    ],
  ]
  const labels = tables.flatMap(([group, names]) => names.map((name) => ({ group, name })))
  const described = labels.map(({ name }) => cataloged(name))
  expect(described).toMatchObject(labels.map((label) => ({ ...label, role: 'measured', primaryMetric: 'qps' })))
  const orders = described.map(({ order }) => order ?? -1)
  expect(orders).toEqual([...orders].sort((a, b) => a - b))
  expect(new Set(orders).size).toBe(33)
})

test('steps before the writes and warm-up steps are not measured and have separate groups', () => {
  expect(cataloged('point-query.pre_range=100')).toMatchObject({ role: 'warmup', group: 'before the writes' })
  expect(cataloged('point-query.warm_range=100')).toMatchObject({ role: 'warmup', group: 'warm-up' })
  expect(cataloged('scan.warmpre_range=100')).toMatchObject({ role: 'warmup', group: 'warm-up' })
})

test('the load is a separate test', () => {
  const load = { name: 'prepare', role: 'load', group: 'load', primaryMetric: 'rows/s' }
  expect(describeTest(LOAD_STEP, sysbench)).toMatchObject(load)
})

test('other ranges follow their test, larger ones first', () => {
  const orders = ['read-only_range=10000', 'read-only_range=8000', 'read-only_range=100'].map(
    (name) => cataloged(name).order ?? 0,
  )
  expect(orders).toEqual([...orders].sort((a, b) => a - b))
  expect(cataloged('read-only_range=8000')).toMatchObject({ group: 'range, aggregation' })
})

test('a label without range means 100, as in tables edited by hand', () => {
  expect(cataloged('hot-points').name).toBe('hot-points_range=100')
})

test('a test that no profile lists is measured, without group and position', () => {
  const { group, order, role } = cataloged('full-text_range=100')
  expect({ group, order, role }).toEqual({ group: undefined, order: undefined, role: 'measured' })
})

test('db_bench preparation steps are left out, as in the derived tables', () => {
  const roleOf = (base: string) => describeTest({ base, phase: null, range: null }, dbbench).role
  expect(roleOf('fillseq.wal_disabled.v400')).toBe('measured')
  expect(roleOf('revrange')).toBe('warmup')
  expect(roleOf('overwritesome.s0')).toBe('warmup')
  expect(roleOf('overwriteandwait.s0')).toBe('measured')
})
