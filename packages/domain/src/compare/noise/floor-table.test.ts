import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import type { Point, TestInfo } from '../point.ts'
import type { Noise } from '../verdict/verdict.ts'
import { floorsOfTable, tabulateFloors } from './floor-table.ts'
import type { Nearest, ResultKey } from './nearest-release.ts'
import type { NoiseFloors } from './noise-floor.ts'
import type { NoiseKey } from './noise-levels.ts'
import { NORMAL_SHAPE } from './noise-shape.ts'

const tests: TestInfo[] = ['scan', 'insert', 'update'].map((name, order) => {
  return { name, group: order === 0 ? null : 'writes', order, role: 'measured', primaryMetric: 'qps' }
})

const point = fc
  .record({
    version: fc.constantFrom('17.6', '18.0', '18.1'),
    hardware: fc.constantFrom('box', 'laptop'),
    test: fc.constantFrom('scan', 'insert', 'update'),
    repeat: fc.constantFrom('1', '2', '3'),
    metric: fc.constantFrom('qps', 'ops/s', 'as-published:qps'),
    value: fc.double({ min: 1, max: 1_000, noNaN: true }),
  })
  .map(({ metric, value, ...coordinates }): Point => {
    const resultId = Object.values(coordinates).join(' ')
    return { runId: resultId, resultId, coordinates: { product: 'P', ...coordinates }, values: { [metric]: value } }
  })
const points = fc.uniqueArray(point, { selector: ({ resultId }) => resultId, minLength: 1, maxLength: 30 })

const comparison = fc
  .record({
    columns: fc.constantFrom<Comparison['columns']>(['version'], ['version', 'hardware'], ['version', 'repeat']),
    metrics: fc.constantFrom<string[]>(['primary'], ['qps'], ['primary', 'ops/s']),
    asPublished: fc.boolean(),
  })
  .map((changes): Comparison => ({ ...DEFAULT_COMPARISON, ...changes }))

/** Floors that differ in every part of their key, some of them with outliers. */
function floorsByKey(): NoiseFloors {
  const known = new Map<string, Noise>()
  return {
    at(noiseKey: NoiseKey) {
      const { hardware, test: name, group, metric } = noiseKey
      const key = JSON.stringify([hardware, name, group, metric])
      if (key.length % 5 === 0) return null
      const found: Noise = known.get(key) ?? {
        source: 'test',
        sd: 0.001 * key.length,
        degreesOfFreedom: 20 + key.length,
        ...(key.length % 2 === 0 ? { shape: NORMAL_SHAPE } : {}),
      }
      known.set(key, found)
      return found
    },
    nearest({ version, test: name, line }: ResultKey): Nearest | null {
      return version === '18.1' ? null : { distance: 0.01 * (version + name + line).length, neighbors: 1 }
    },
  }
}

test('a comparison with floors from a message equals one with the original floors', async () => {
  await fc.assert(
    fc.asyncProperty(points, comparison, async (found, requested) => {
      const set = { points: found, tests, metrics: [] }
      const own = { ...set, floors: floorsByKey() }
      const sent = structuredClone({ set, table: await tabulateFloors(own, requested, async () => undefined, 1) })
      expect(compare({ ...sent.set, floors: floorsOfTable(sent.table) }, requested)).toEqual(compare(own, requested))
    }),
  )
})

test('results that share a floor still share one object after the message', async () => {
  const of = (version: string): Point => ({
    runId: version,
    resultId: version,
    coordinates: { product: 'P', version, hardware: 'laptop', test: 'scan' },
    values: { qps: 1 },
  })
  const set = { points: [of('17.6'), of('18.0')], tests, metrics: [], floors: floorsByKey() }
  const table = structuredClone(await tabulateFloors(set, DEFAULT_COMPARISON, async () => undefined))
  const noiseKey = { hardware: 'laptop', benchmark: '', workload: '', test: 'scan', group: null, clients: '' }
  const floor = floorsOfTable(table).at({ ...noiseKey, metric: 'qps' })
  expect(floor).not.toBeNull()
  expect(floorsOfTable(table).at({ ...noiseKey, metric: 'qps' })).toBe(floor)
})

test('other work runs between any two steps', async () => {
  const found = fc.sample(points, { numRuns: 1, seed: 7 })[0] ?? []
  let pauses = 0
  await tabulateFloors(
    { points: found, tests, metrics: [], floors: floorsByKey() },
    DEFAULT_COMPARISON,
    async () => void pauses++,
    1,
  )
  expect(pauses).toBe(found.length - 1)
})
