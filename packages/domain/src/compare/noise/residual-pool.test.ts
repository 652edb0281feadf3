import { expect, test } from 'vitest'
import { nullDistribution } from '../verdict/null-distribution.ts'
import { NORMAL_SHAPE } from './noise-shape.ts'
import { type FarResidual, machineShapes, type ResidualPool } from './residual-pool.ts'
import { GRID, sizeOfStep } from './step-grid.ts'

const KEY = ['machine', 'h', 'b', 'qps']
/** Ninety near residuals of normal noise, evenly spaced over their distribution. */
const NEAR = [0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9, 1.2, 1.6].map((score): [number, number] => [sizeOfStep(score), 10])

const outlier = (version: string, test: string): FarResidual => {
  return { version, test, isFall: true, size: sizeOfStep(0.2), score: sizeOfStep(20) }
}
const oneByOne = () => [1, 3, 4, 6, 8, 9].map((at) => outlier(`1.${at}`, `t${at}`))
const pool = (far: FarResidual[], key = KEY): ResidualPool => ({ key, releases: 12, near: NEAR, far })
const shapeOf = (...pools: ResidualPool[]) => machineShapes(pools).get(KEY.join('\u0000'))?.shape

test('single outliers are noise', () => {
  expect(shapeOf(pool(oneByOne()))?.share).toBeGreaterThan(0.01)
})

test('many outliers in one release, and the same one on another machine, are a change that was reverted', () => {
  expect(shapeOf(pool(Array.from({ length: 6 }, (_, at) => outlier('1.4', `t${at}`))))?.share).toBe(0)
  expect(shapeOf(pool(oneByOne()), pool(oneByOne(), ['machine', 'other', 'b', 'qps']))?.share).toBe(0)
})

test('a residual of another metric of the same run is not evidence of a change', () => {
  const latency = ['machine', 'h', 'b', 'p99']
  expect(shapeOf(pool(oneByOne()), pool(oneByOne(), latency))?.share).toBeGreaterThan(0.01)
})

const few = (key: string[]): ResidualPool => ({ key, releases: 3, near: [[sizeOfStep(0.5), 12]], far: [] })

test('few residuals leave outliers at every distance possible', () => {
  const shape = shapeOf(few(KEY))
  expect(shape?.share).toBe(0)
  expect(shape?.unseen).toBeGreaterThan(1 / 27)
  expect(nullDistribution(shape ?? NORMAL_SHAPE, 1, 1).exceeds(1e6)).toBeGreaterThan(1 / 14)
})

test.each([
  ['of the same benchmark on another machine', ['machine', 'other', 'b', 'qps'], true],
  ['of another rate of that machine', ['machine', 'other', 'b', 'tps'], true],
  ['of another benchmark on this machine', ['machine', 'h', 'other', 'qps'], true],
  ['of the same runs', ['machine', 'h', 'b', 'tps'], false],
  ['of latencies', ['machine', 'other', 'b', 'latency_ms_p95'], false],
  ['of another benchmark elsewhere', ['machine', 'other', 'other', 'qps'], false],
])('a machine with few residuals and those %s', (_words, key, isBorrowed) => {
  const shape = shapeOf(few(KEY), pool(oneByOne(), key))
  expect((shape?.share ?? 0) > 0.01).toBe(isBorrowed)
  expect(shape?.reach !== undefined).toBe(isBorrowed)
})

test('a narrower core of relatives does not narrow the noise of a machine', () => {
  const wide: ResidualPool = { key: KEY, releases: 3, near: [[sizeOfStep(1), 12]], far: [] }
  const narrow = { ...pool(oneByOne(), ['machine', 'other', 'b', 'qps']), near: NEAR.map(halved) }
  expect(machineShapes([wide, narrow]).get(KEY.join('\u0000'))?.factor).toBeGreaterThanOrEqual(1)
})

const halved = ([size, count]: [number, number]): [number, number] => [size - Math.round(Math.LN2 / GRID), count]
