import { noiseOfEnvironment } from '@assay/testing/noise/noise-of-environment'
import { expect, test } from 'vitest'
import type { Point, TestInfo } from '../point.ts'
import { neighborEstimates, neighborFloors } from './neighbor-estimates.ts'

const tests: TestInfo[] = [{ name: 'a', group: null, order: 0, role: 'measured', primaryMetric: 'qps' }]

/** Normal values from a seed (Box-Muller with a linear congruential generator). */
function noise(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

function series(lines: number, versions: number, sd: number, at: (version: number) => number): Point[] {
  const draw = noise(7)
  return Array.from({ length: lines * versions }, (_, index): Point => {
    const [line, version] = [Math.floor(index / versions), index % versions]
    const coordinates = {
      product: 'RocksDB',
      version: `9.${version}`,
      hardware: 'arm',
      benchmark: 'db_bench',
      workload: 'byrx',
      test: 'a',
      clients: '1',
      compiler: `gcc ${line}`,
    }
    const qps = 100 * at(version) * Math.exp(sd * draw())
    return { runId: String(index), resultId: String(index), coordinates, values: { qps } }
  })
}
const noiseKey = {
  hardware: 'arm',
  benchmark: 'db_bench',
  workload: 'byrx',
  test: 'a',
  group: null,
  clients: '1',
  metric: 'qps',
}

const floors = (points: readonly Point[]) => neighborFloors(neighborEstimates([noiseOfEnvironment(points, tests)]))

test('the floor is the noise of one run, and one large change does not affect it', () => {
  for (const at of [
    () => 1,
    (version: number) => (version === 9 ? 0.6 : 1),
    (version: number) => (version > 9 ? 0.7 : 1),
  ]) {
    const floor = floors(series(8, 20, 0.02, at)).at(noiseKey)
    expect(floor).toMatchObject({ source: 'neighbours' })
    expect(floor?.sd).toBeGreaterThan(0.016)
    expect(floor?.sd).toBeLessThan(0.026)
    expect(floor?.degreesOfFreedom).toBe(50)
  }
})

test('averaging several configs of a version does not reduce the noise', () => {
  const points = series(8, 20, 0.02, () => 1).map((point, at): Point => {
    const compiler = `gcc ${Math.floor(at / 80)}`
    return { ...point, coordinates: { ...point.coordinates, compiler, config: `x${Math.floor(at / 20) % 4}` } }
  })
  const floor = floors(points).at(noiseKey)
  expect(floor?.sd).toBeGreaterThan(0.014)
  expect(floor?.sd).toBeLessThan(0.028)
})

test('too few neighbors and constant values give no floor', () => {
  expect(floors(series(1, 20, 0.02, () => 1)).at(noiseKey)).toBeNull()
  expect(floors(series(8, 20, 0, () => 1)).at(noiseKey)).toBeNull()
})
