import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Point } from '../point.ts'
import { repeatGroups } from '../verdict/repeat-groups.ts'
import { noiseFloors } from './noise-floor.ts'
import type { RepeatGroup } from './noise-levels.ts'
import { noiseReport } from './noise-report.ts'

const noiseKey = { hardware: 'h', benchmark: 'b', workload: 'w', test: 't', group: 'g', clients: '1', metric: 'qps' }
const group = (changes: Partial<RepeatGroup>): RepeatGroup => ({
  ...noiseKey,
  degreesOfFreedom: 5,
  squares: 0.001,
  at: null,
  ...changes,
})

test('the floor is that of the first level with ten degrees of freedom, else of the one with the most', () => {
  const own = group({ degreesOfFreedom: 9 })
  const sameGroup = group({ test: 'u', degreesOfFreedom: 1, squares: 0.003 })
  const elsewhere = group({ workload: 'v', test: 'x', group: null, degreesOfFreedom: 20, squares: 0.02 })
  expect(noiseFloors([own]).at(noiseKey)).toMatchObject({ source: 'test', degreesOfFreedom: 9 })
  expect(noiseFloors([group({ degreesOfFreedom: 1 })]).at(noiseKey)).toBe(null)
  expect(noiseFloors([own, sameGroup]).at(noiseKey)).toEqual({
    source: 'group',
    sd: Math.sqrt(0.004 / 10),
    degreesOfFreedom: 10,
  })
  expect(noiseFloors([own, elsewhere]).at(noiseKey)).toMatchObject({ source: 'machine', degreesOfFreedom: 29 })
  expect(noiseFloors([group({ degreesOfFreedom: 10 }), sameGroup, elsewhere]).at(noiseKey)).toMatchObject({
    source: 'test',
  })
})

test('a test that is clearly noisier than its group has its own floor, even with few repeats', () => {
  const calm = group({ test: 'u', degreesOfFreedom: 50, squares: 0.005 })
  expect(noiseFloors([calm, group({ degreesOfFreedom: 4, squares: 0.0008 })]).at(noiseKey)).toMatchObject({
    source: 'group',
  })
  const wild = noiseFloors([calm, group({ degreesOfFreedom: 4, squares: 0.04 })])
  expect(wild.at(noiseKey)).toEqual({ source: 'test', sd: 0.1, degreesOfFreedom: 4 })
  expect(wild.at({ ...noiseKey, test: 'u' })).toMatchObject({ degreesOfFreedom: 50 })
})

test('floors of tests are weighted with similar tests, except a clearly noisier one', () => {
  const tests = Array.from({ length: 12 }, (_, i) =>
    group({ test: `t${i}`, degreesOfFreedom: 12, squares: 12 * (0.01 + 0.0004 * i) ** 2 }),
  )
  const wild = group({ test: 'wild', degreesOfFreedom: 12, squares: 12 * 0.1 ** 2 })
  const floors = noiseFloors([...tests, wild])
  expect(floors.at({ ...noiseKey, test: 'wild' })).toEqual({ source: 'test', sd: 0.1, degreesOfFreedom: 12 })
  const quiet = floors.at({ ...noiseKey, test: 't0' })
  expect(quiet?.source).toBe('alike')
  expect(quiet?.degreesOfFreedom).toBeGreaterThan(12)
  expect(quiet?.sd).toBeGreaterThan(0.01)
  expect(noiseFloors(tests).at({ ...noiseKey, test: 't0' })?.degreesOfFreedom).toBeGreaterThan(100)
})

test('other machines, benchmarks and metrics are ignored, as are repeats without any difference', () => {
  const many = { degreesOfFreedom: 50, squares: 0.01 }
  for (const other of [{ hardware: 'i' }, { benchmark: 'c' }, { metric: 'p99' }]) {
    expect(noiseFloors([group({ ...many, ...other })]).at(noiseKey)).toBe(null)
  }
  expect(noiseFloors([group({ degreesOfFreedom: 50, squares: 0 })]).at(noiseKey)).toBe(null)
})

const point = (repeat: number, qps: number, changes: Partial<Point> = {}): Point => ({
  runId: `${repeat}`,
  resultId: `${repeat}`,
  coordinates: {
    version: '1',
    hardware: 'h',
    benchmark: 'b',
    workload: 'w',
    test: 't',
    clients: '1',
    repeat: `${repeat}`,
  },
  values: { qps },
  ...changes,
})

test('repeats differ only in their number; flagged ones and zeros are ignored', () => {
  const badged = { footnotes: [{ code: 'too-short', text: 'Short.' }] }
  const found = repeatGroups([point(1, 100), point(2, 110), point(3, 500, badged), point(4, 0)], [])
  expect(found).toMatchObject([{ test: 't', metric: 'qps', degreesOfFreedom: 1 }])
  expect(found[0]?.squares).toBeCloseTo(Math.log(1.1) ** 2 / 2, 12)
})

test('scaling all values does not change a floor', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1000, noNaN: true }), (scale) => {
      const values = Array.from({ length: 12 }, (_, i) => 100 + ((i * 7) % 5))
      const floor = (factor: number) =>
        noiseFloors(
          repeatGroups(
            values.map((value, i) => point(i, value * factor)),
            [],
          ),
        ).at({ ...noiseKey, group: null })?.sd
      expect(floor(scale)).toBeCloseTo(floor(1) ?? 0, 9)
    }),
  )
})

test('the report has the noise of neighboring versions, even for a benchmark without repeats', () => {
  const report = noiseReport(
    [group({ degreesOfFreedom: 12 })],
    [
      [['test', 'h', 'b', 'qps', 'w', 't', '1'], 0.02, 12],
      [['machine', 'h', 'b', 'qps'], 0.015, 50],
      [['group', 'h', 'c', 'ops/s', 'w', 'g'], 0.01, 20],
    ],
  )
  expect(report.map(({ benchmark, lines, neighbors }) => [benchmark, lines.length, neighbors.length])).toEqual([
    ['b', 3, 2],
    ['c', 0, 1],
  ])
  expect(report[0]?.neighbors.map(({ level, test: name }) => [level, name])).toEqual([
    ['machine', null],
    ['test', 't'],
  ])
})

test('the report has the machine, its groups and tests, and the quarters', () => {
  const at = (text: string) => Date.parse(text)
  const [only] = noiseReport([
    group({ degreesOfFreedom: 12, squares: 0.0012, at: at('2025-11-05') }),
    group({ test: 'u', at: at('2026-02-01') }),
    group({ test: 'v', group: null }),
  ])
  expect(
    only?.lines.map(({ level, test: name, degreesOfFreedom, isUsed }) => [level, name, degreesOfFreedom, isUsed]),
  ).toEqual([
    ['machine', null, 22, true],
    ['group', null, 17, true],
    ['test', 'v', 5, false],
    ['test', 't', 12, true],
    ['test', 'u', 5, false],
  ])
  expect(only?.lines[3]?.sd).toBeCloseTo(0.01, 12)
  expect(only?.history.map(({ period, degreesOfFreedom }) => [period, degreesOfFreedom])).toEqual([
    ['2025 Q4', 12],
    ['2026 Q1', 5],
    ['undated', 5],
  ])
})
