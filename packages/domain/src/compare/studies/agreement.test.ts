import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { DEFAULT_COMPARISON } from '../comparison.ts'
import type { Point } from '../point.ts'
import { agreementsOf } from './agreement.ts'

/** Throughput of the new version by test and machine; the old version always has 100. */
function change(measured: Record<string, Record<string, number>>, compilers = ['gcc']) {
  const tests = Object.keys(measured).map((name, order) => {
    return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
  })
  const points = Object.entries(measured).flatMap(([name, machines]) =>
    Object.entries(machines).flatMap(([hardware, after]) =>
      [
        ['1.0', 100],
        ['2.0', after],
      ].flatMap(([version, qps]) =>
        compilers.map((compiler, index): Point => {
          const id = `${name} ${hardware} ${compiler} ${version}`
          const coordinates = { test: name, hardware, compiler, version: String(version) }
          // The second compiler makes the new version of `d` faster.
          const factor = hardware === 'd' && index > 0 && version === '2.0' ? 1.5 : 1
          return { runId: id, resultId: id, coordinates, values: { qps: Number(qps) * factor } }
        }),
      ),
    ),
  )
  return agreementsOf(
    compare(
      { points, tests, metrics: [] },
      {
        ...DEFAULT_COMPARISON,
        verdicts: 'off',
        filters: { version: ['2.0'] },
        columns: compilers.length > 1 ? ['hardware', 'compiler'] : ['hardware'],
        base: { kind: 'values', values: { version: '1.0' } },
      },
    ),
  )
}

test('machines that agree are counted, and changed tests come first', () => {
  const found = change({
    same: { a: 100, b: 101, c: 99 },
    slower: { a: 80, b: 90, c: 85 },
    mostly: { a: 120, b: 110, c: 100 },
    split: { a: 80, b: 120 },
    alone: { a: 70 },
  })
  expect(
    found.map(({ test: name, verdict }) => [name, verdict && `${verdict.agree} of ${verdict.of} ${verdict.change}`]),
  ).toEqual([
    ['slower', '3 of 3 regression'],
    ['mostly', '2 of 3 improvement'],
    ['same', '3 of 3 no change'],
    ['split', null],
    ['alone', null],
  ])
})

test('a machine with several builds counts once, and agrees with no other if its builds differ', () => {
  const [found] = change({ slower: { a: 80, b: 80, d: 80 } }, ['gcc', 'clang'])
  expect(found?.machines.map(({ column }) => column)).toHaveLength(6)
  expect(found?.verdict).toEqual({ change: 'regression', agree: 2, of: 3 })
})
