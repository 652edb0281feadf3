import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import type { Point } from '../../compare/point.ts'
import { gateOf } from './gate.ts'
import { DEFAULT_SHARE } from './gate-rule.ts'

/** Two runs that have every test, as a gate with one large document has. */
function twoRuns(tests: readonly string[]): Point[] {
  return ['base', 'candidate'].flatMap((version) =>
    tests.map((name): Point => {
      const coordinates = { version, test: name, hardware: `machine of ${name}`, benchmark: 'b' }
      return { runId: version, resultId: `${version} ${name}`, coordinates, values: { qps: 100 } }
    }),
  )
}

/** A gate of `count` tests: how often it reads coordinates of a result, and the machine that each rule was asked for. */
function gateOfTests(count: number) {
  const names = Array.from({ length: count }, (_, at) => `t${at}`)
  const points = twoRuns(names)
  const tests = names.map(
    (name, order) => ({ name, group: null, order, role: 'measured', primaryMetric: 'qps' }) as const,
  )
  const grid = compare(
    { points, tests, metrics: [{ name: 'qps', unit: '', better: 'higher', about: '' }] },
    { ...DEFAULT_COMPARISON, columns: ['version'], base: { kind: 'values', values: { version: 'base' } } },
  )
  let reads = 0
  const counted = points.map((point) => ({
    ...point,
    get coordinates() {
      reads += 1
      return point.coordinates
    },
  }))
  const asked: [test: string, hardware: string][] = []
  const rules = {
    of: ({ test = '', hardware = '' }) => {
      asked.push([test, hardware])
      return { share: DEFAULT_SHARE, boundary: null }
    },
  }
  gateOf(grid, { points: counted, rules })
  return { reads, asked }
}

test('each cell of one large run gets the rule of its own test and machine', () => {
  const { asked } = gateOfTests(40)
  expect(asked).toHaveLength(40)
  for (const [name, hardware] of asked) expect(hardware).toBe(`machine of ${name}`)
})

test('a gate with four times as many tests in one run reads four times as often, not sixteen times', () => {
  const [few, many] = [gateOfTests(100).reads, gateOfTests(400).reads]
  expect(many).toBeLessThanOrEqual(4 * few)
})
