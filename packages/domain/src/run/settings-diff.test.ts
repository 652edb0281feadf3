import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffFacts, type RunFacts } from './settings-diff.ts'

const sync: RunFacts = {
  product: 'Postgres',
  version: '17.6',
  buildDetails: { name: 'o2nofp', compiler: 'gcc', lto: false, flags: '-O2 -fno-omit-frame-pointer' },
  configDetails: { name: 'x10a_c32r128', settings: { shared_buffers: '96GB', io_method: 'sync' } },
  hardwareDetails: { name: 'dell32', cores: 32, smt: false, os: 'Ubuntu 22.04', kernel: '5.15.0' },
  benchmark: 'sysbench',
  workload: 'cached',
  workloadParams: { tables: 8, rows_per_table: 10_000_000 },
  clients: [24],
  clientVersion: 'sysbench 1.1.0',
  tests: [{ name: 'point-query_range=100' }, { name: 'scan_range=100' }],
}

const table = (a: RunFacts, b: RunFacts) =>
  diffFacts(a, b).map((fact) => `${fact.section} | ${fact.name} | ${fact.a ?? '-'} | ${fact.b ?? '-'}`)

test('all differences are listed by section', () => {
  const worker: RunFacts = {
    ...sync,
    version: '18.0',
    buildDetails: { ...sync.buildDetails, lto: true },
    configDetails: {
      name: 'x10c_c32r128',
      settings: { shared_buffers: '96GB', io_method: 'worker', io_workers: '16' },
    },
    hardwareDetails: { ...sync.hardwareDetails, kernel: '6.8.0' },
    workloadParams: { ...sync.workloadParams, tables: 16 },
    clients: [24, 40],
    clientVersion: 'sysbench 1.0.20',
    tests: [{ name: 'point-query_range=100' }],
  }
  expect(table(sync, worker)).toEqual([
    'version | version | 17.6 | 18.0',
    'build | LTO | off | on',
    'config | config | x10a_c32r128 | x10c_c32r128',
    'settings | io_method | sync | worker',
    'settings | io_workers | - | 16',
    'hardware | kernel | 5.15.0 | 6.8.0',
    'parameters | clients | 24 | 24, 40',
    'parameters | tables | 8 | 16',
    'client | client version | sysbench 1.1.0 | sysbench 1.0.20',
    'tests | scan_range=100 | has it | -',
  ])
})

test('the state during the run is compared, and may differ between runs of one machine', () => {
  const during = (testbed: NonNullable<RunFacts['testbed']>): RunFacts => ({ ...sync, testbed })
  const before = during({ governor: 'powersave', turbo: true, numaNodes: 2, transparentHugePages: 'madvise' })
  const after = during({
    kernel: '6.8.0',
    smt: true,
    governor: 'performance',
    turbo: false,
    numaNodes: 2,
    transparentHugePages: 'madvise',
    mountOptions: 'noatime',
    trim: 'by fstrim',
  })
  expect(table(before, after)).toEqual([
    'hardware | SMT | off | on',
    'hardware | kernel | 5.15.0 | 6.8.0',
    'hardware | governor | powersave | performance',
    'hardware | turbo | on | off',
    'hardware | mount options | - | noatime',
    'hardware | trim | - | by fstrim',
  ])
})

test('config texts are listed only when no setting explains their difference', () => {
  const withText = (text: string, io_method: string): RunFacts => {
    return { ...sync, configDetails: { name: 'x10b', text, settings: { io_method } } }
  }
  expect(table(withText('io_method=sync\n', 'sync'), withText('io_method=worker\n', 'worker'))).toEqual([
    'settings | io_method | sync | worker',
  ])
  expect(table(withText('# a\n', 'sync'), withText('# b\n', 'sync'))).toEqual([
    'config | text of the config | 2 lines, 4 characters, other text | 2 lines, 4 characters',
  ])
})

test('a run does not differ from itself, and the diff is symmetric', () => {
  const settings = fc.dictionary(fc.string(), fc.string())
  fc.assert(
    fc.property(settings, settings, (x, y) => {
      const [a, b] = [x, y].map((own): RunFacts => ({ ...sync, configDetails: { name: 'c', settings: own } }))
      if (a === undefined || b === undefined) throw new Error('two in, two out')
      expect(diffFacts(a, a)).toEqual([])
      const byName = (fact: { name: string }) => fact.name
      const there = diffFacts(a, b).map((fact) => ({ ...fact, a: fact.b, b: fact.a }))
      expect(there.toSorted((p, q) => (byName(p) < byName(q) ? -1 : 1))).toEqual(
        diffFacts(b, a).toSorted((p, q) => (byName(p) < byName(q) ? -1 : 1)),
      )
    }),
  )
})
