import { expect, test } from 'vitest'
import { type FarResidual, machineShapes, type ResidualPool } from './residual-pool.ts'
import { sizeOfStep } from './step-grid.ts'

const KEY = ['machine', 'h', 'b', 'qps']
/** Ninety near residuals of normal noise, evenly over their distribution. */
const NEAR = [0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9, 1.2, 1.6].map((score): [number, number] => [sizeOfStep(score), 10])

const outlier = (version: string, test: string): FarResidual => {
  return { version, test, isFall: true, size: sizeOfStep(0.2), score: sizeOfStep(20) }
}
const oneByOne = () => [1, 3, 4, 6, 8, 9].map((at) => outlier(`1.${at}`, `t${at}`))
const pool = (far: FarResidual[], key = KEY): ResidualPool => ({ key, releases: 12, near: NEAR, far })
const shapeOf = (...pools: ResidualPool[]) => machineShapes(pools).get(KEY.join('\u0000'))?.shape

test('outliers that come one by one are noise', () => {
  expect(shapeOf(pool(oneByOne()))?.share).toBeGreaterThan(0.01)
})

test('many in one release, and the same one on another machine, are a change that was taken back', () => {
  expect(shapeOf(pool(Array.from({ length: 6 }, (_, at) => outlier('1.4', `t${at}`))))?.share).toBe(0)
  expect(shapeOf(pool(oneByOne()), pool(oneByOne(), ['machine', 'other', 'b', 'qps']))?.share).toBe(0)
})

test('another metric of the same runs says nothing of a change', () => {
  const latency = ['machine', 'h', 'b', 'p99']
  expect(shapeOf(pool(oneByOne()), pool(oneByOne(), latency))?.share).toBeGreaterThan(0.01)
})

test('few residuals have no shape', () => {
  expect(machineShapes([{ key: KEY, releases: 3, near: [[sizeOfStep(0.5), 12]], far: [] }]).size).toBe(0)
})
