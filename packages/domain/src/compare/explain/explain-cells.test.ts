import { resultsOf } from '@assay/testing/compare/results-of'
import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { AS_PUBLISHED_PREFIX } from '../../run/metric.ts'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import type { Point, PointSet } from '../point.ts'
import { cellComparison } from './cell-comparison.ts'
import { explainCells } from './explain-cells.ts'
import { EXPLAINING_METRICS } from './signals.ts'
import { WAIT_METRICS } from './wait-events.ts'

type Row = { version: string; clients: string; values: Point['values'] }

function setOf(rows: readonly Row[]): PointSet {
  const { tests, metrics } = resultsOf('test | 1\nscan | 1')
  const points = rows.map(({ version, clients, values }) => ({
    runId: `${version} ${clients}`,
    resultId: `${version} ${clients}`,
    coordinates: { product: 'Postgres', version, clients, test: 'scan-like' },
    values,
  }))
  return { points, tests: tests.map((info) => ({ ...info, name: 'scan-like' })), metrics }
}

const versions: Comparison = { ...DEFAULT_COMPARISON, columns: ['version'] }
const metrics = (qps: number, cpu: number, cs: number) => ({ qps, 'cpu/o': cpu, 'cs/o': cs, 'r/o': 0 })

test('each changed cell is explained with the numbers of its own results and its base', () => {
  const set = setOf([
    { version: '17', clients: '1', values: metrics(100, 10, 2) },
    { version: '18', clients: '1', values: metrics(80, 12.4, 2) },
  ])
  const grid = compare(set, versions)
  const [only, ...others] = explainCells(set, versions, grid)
  expect(others).toEqual([])
  expect(only?.place).toEqual({ table: 0, row: 0, column: 1 })
  expect(only?.explanation.sentences).toEqual([
    'More CPU per operation (new CPU overhead): throughput −20%, CPU per operation +24%, context switches per operation unchanged, reads per operation unchanged.',
  ])
})

test('other numbers of clients are used, on an axis or outside of a filter', () => {
  const set = setOf([
    { version: '17', clients: '1', values: metrics(100, 10, 2) },
    { version: '18', clients: '1', values: metrics(101, 10, 2) },
    { version: '17', clients: '48', values: metrics(4000, 10, 2) },
    { version: '18', clients: '48', values: metrics(2000, 14, 9) },
  ])
  const contention =
    'Contention (mutex or lock): throughput −50%, context switches per operation +350%; at 1 client it is +1%.'
  for (const comparison of [
    { ...versions, filters: { clients: ['48'] } },
    { ...versions, rows: ['test', 'clients'] },
    { ...versions, tables: ['clients'] },
  ] satisfies Comparison[]) {
    const explained = explainCells(set, comparison, compare(set, comparison))
    expect(explained.map(({ explanation }) => explanation.sentences)).toEqual([[contention]])
  }
})

test('a single cell is compared as in its table, for any base', () => {
  const set = resultsOf(`
    test | 17.6 x10a | 18.0 x10b | 18.0 x10c
    one  | 100       | 90        | 110
    two  | 50        | 60        | 70`)
  const axes = { ...DEFAULT_COMPARISON, columns: ['version', 'config'] } satisfies Comparison
  const bases: Comparison[] = [
    axes,
    { ...axes, base: { kind: 'first-row' } },
    { ...axes, base: { kind: 'values', values: { version: '17.6' } } },
    { ...axes, repeats: 'each' },
  ]
  for (const comparison of bases) {
    const grid = compare(set, comparison)
    for (const ref of [0, 1].flatMap((row) => [0, 1, 2].map((column) => ({ table: 0, row, column })))) {
      const one = cellComparison(comparison, grid, ref)
      const alone = one && compare(set, one)
      const cell = grid.tables[0]?.groups[0]?.rows[ref.row]?.cells[ref.column]
      expect(alone?.tables[0]?.groups[0]?.rows[0]?.cells[0]).toEqual(cell)
      expect(alone?.counts).toMatchObject({ rows: 1, columns: 1 })
    }
  }
  expect(cellComparison(axes, compare(set, axes), { table: 0, row: 9, column: 0 })).toBeNull()
})

test('the wait event with most of the added time is named with its share', () => {
  const wait = (event: string) => ({ name: `wait_ms/o:${event}`, unit: 'ms', better: 'neither' as const, about: event })
  const events = ['CPU', 'IO:DataFileRead', 'LWLock:WALWrite']
  const waits = (cpu: number, read: number, wal?: number) => ({
    'wait_ms/o:CPU': cpu,
    'wait_ms/o:IO:DataFileRead': read,
    ...(wal === undefined ? {} : { 'wait_ms/o:LWLock:WALWrite': wal }),
  })
  const explained = (base: Point['values'], value: Point['values']) => {
    const set = setOf([
      { version: '17', clients: '4', values: { qps: 100, ...base } },
      { version: '18', clients: '4', values: { qps: 70, ...value } },
    ])
    const all = { ...set, metrics: [...set.metrics, ...events.map(wait)] }
    return explainCells(all, versions, compare(all, versions)).map(({ explanation }) => explanation.sentences)
  }
  expect(explained(waits(1, 0.4), waits(1.16, 1.24))).toEqual([
    [
      'More time in waits of the server: throughput −30%, 84% of the added time is in IO:DataFileRead, 0.4 to 1.24 ms per operation.',
    ],
  ])
  // An event that was not seen in the base took no time there.
  expect(explained(waits(1, 0.4), waits(1, 0.4, 0.6))[0]?.[0]).toContain('100% of the added time is in LWLock:WALWrite')
  // Reads of a disk switch contexts, which is contention only where the waits are locks or were not sampled.
  const switching = (values: Point['values'], cs: number) => ({ ...values, 'cs/o': cs })
  const sentences = (base: Point['values'], value: Point['values']) =>
    explained(switching(base, 2), switching(value, 20))[0]?.map((sentence) => sentence.split(' ')[0])
  expect(sentences(waits(1, 0.4), waits(1, 1.4))).toEqual(['More'])
  expect(sentences(waits(1, 0.4), waits(1, 0.4, 0.6))).toEqual(['Contention', 'More'])
  expect(sentences({}, {})).toEqual(['Contention'])
  // Times that did not grow, and a side without samples, explain nothing.
  expect(explained(waits(1, 0.4), waits(1, 0.4))[0]?.[0]).toMatch(/^Unexplained/)
  expect(explained({}, waits(1, 9))[0]?.[0]).toMatch(/^Unexplained/)
})

test('results of another product, which have every metric and number of clients, change no explanation', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  const maybe = (share: number) => random() < share
  // With the other results the engine makes a table of every metric, and without them only of those that are measured.
  const names = [...EXPLAINING_METRICS, ...WAIT_METRICS]
  const everything = Object.fromEntries(names.map((metric) => [metric, 1]))
  const waits = WAIT_METRICS.map((name) => ({ name, unit: 'ms', better: 'neither' as const, about: name }))
  let explained = 0
  for (let i = 0; i < 60; i += 1) {
    const own = names
      .filter(() => maybe(i % 3 === 0 ? 0.05 : 0.4))
      .map((metric) => (maybe(0.1) ? `${AS_PUBLISHED_PREFIX}${metric}` : metric))
    const { points, ...tables } = setOf(
      ['17', '18', '19'].flatMap((version) =>
        (maybe(0.5) ? ['48'] : ['1', '48']).map((clients) => ({
          version,
          clients,
          values: {
            ...(maybe(0.9) ? { qps: 1000 * (0.5 + random()) } : {}),
            ...Object.fromEntries(own.filter(() => maybe(0.9)).map((metric) => [metric, 10 * (0.5 + random())])),
          },
        })),
      ),
    )
    const set = { ...tables, metrics: [...tables.metrics, ...waits] }
    const others = ['1', '8', '48'].map(
      (clients): Point => ({
        ...{ runId: `other ${clients}`, resultId: `other ${clients}`, values: { ...everything, qps: 1 } },
        coordinates: { product: 'MySQL', version: '17', clients, test: 'scan-like' },
      }),
    )
    const comparison: Comparison = { ...versions, rows: ['test', 'clients'], filters: { product: ['Postgres'] } }
    const alone = explainCells({ ...set, points }, comparison, compare({ ...set, points }, comparison))
    const all = { ...set, points: [...points, ...others] }
    expect(alone, `seed ${seed}, sample ${i}`).toEqual(explainCells(all, comparison, compare(all, comparison)))
    explained += alone.length
  }
  expect(explained).toBeGreaterThan(20)
})
