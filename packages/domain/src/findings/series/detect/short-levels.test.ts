import { makeSeries, normals } from '@assay/testing/findings/make-series'
import { expect, test } from 'vitest'
import { applyRule } from '../apply-rule.ts'
import { findChangePoints } from './change-points.ts'

/**
 * RocksDB 6.29.5 to 10.8.3, operations/s of overwriteandwait.s0, published by Mark Callaghan in
 * github.com/mdcallag/mytools at e1ba3d9edff258d867ef6430353cb4dc60e5eca4,
 * bench/arc/dec25.dbb.gcp.8core.arm/iobuf/sum.iobuf.{clang,clang.lto}.txt. 8.8.1, the sixth value, is the first release
 * with https://github.com/facebook/rocksdb/issues/12038; 10.6.2 alone is slow as well.
 */
const CLANG = [
  140506, 141223, 133266, 134425, 134311, 130095, 129892, 129933, 129418, 129327, 128326, 128376, 128847, 128292,
  128616, 128432, 128497, 119989, 128762, 128845,
]
const CLANG_LTO = [
  138456, 148715, 133754, 134200, 134058, 129976, 129780, 129850, 130036, 129993, 128844, 128725, 128523, 128433,
  128566, 128411, 128822, 120955, 129029, 129071,
]

const SEEDS = Array.from({ length: 100 }, (_, seed) => 2_000 + seed)
const withChanges = (all: readonly number[][]) =>
  all.filter((values) => applyRule({ method: 'levels' }, values).flags.length > 0).length

test.each([
  ['clang', CLANG, '0.94'],
  ['clang, LTO', CLANG_LTO, '0.93'],
])(
  'RocksDB on %s: 8.8.1 is a step, although the first level begins with two releases of another',
  (_, values, ratio) => {
    const { flags } = applyRule({ method: 'levels' }, values)
    expect(flags.map(({ index }) => index)).toEqual([5])
    const [{ before, after } = { before: 1, after: 0 }] = flags
    expect((after / before).toFixed(2)).toBe(ratio)
  },
)

test('two points of an earlier level at the start do not count as noise of the first level', () => {
  const found = SEEDS.filter((seed) => {
    const [lead, ratio] = [seed % 2 === 0 ? 1.05 : 0.95, seed % 4 < 2 ? 0.97 : 1.03]
    const values = makeSeries(seed, { count: 20, level: (i) => (i < 2 ? lead : i < 6 ? 1 : ratio), sd: 0.003 })
    return findChangePoints(values).join() === '6'
  })
  expect(found.length).toBeGreaterThanOrEqual(90)
})

test('noisy points at the start are not a level', () => {
  const cases = [
    [24, 6],
    [100, 6],
    [100, 10],
  ] as const
  for (const [count, noisy] of cases)
    expect(withChanges(SEEDS.map((seed) => burst(seed, { count, from: 0, noisy })))).toBeLessThanOrEqual(5)
})

test('a burst of noise is not a dip', () => {
  expect(withChanges(SEEDS.map((seed) => burst(seed, { count: 100, from: seed % 90, noisy: 10 })))).toBeLessThanOrEqual(
    5,
  )
})

test('one outlier close to a short dip is not a burst of noise', () => {
  const found = SEEDS.filter((seed) => {
    const values = makeSeries(seed, { level: (i) => (i === 50 ? 0.8 : i >= 40 && i < 45 ? 0.92 : 1), sd: 0.01 })
    return findChangePoints(values).join() === '40,45'
  })
  expect(found.length).toBeGreaterThanOrEqual(80)
})

test('a short series of noise rarely ends in a new level, and a clear one is found', () => {
  const seeds = Array.from({ length: 1_000 }, (_, seed) => 5_000 + seed)
  const series = (seed: number, ratio: number) =>
    makeSeries(seed, { count: 24, level: (i) => (i < 19 ? 1 : ratio), sd: 0.02 })
  const inLast = seeds.filter((seed) => findChangePoints(series(seed, 1)).some((cut) => cut > 16))
  // The threshold of long series would give 17.
  expect(inLast.length).toBeLessThanOrEqual(12)
  const found = SEEDS.filter((seed) => findChangePoints(series(seed, 0.9)).some((cut) => Math.abs(cut - 19) <= 1))
  expect(found.length).toBeGreaterThanOrEqual(95)
})

/** Noise of 1%, but 5% in some points. */
function burst(seed: number, { count, from, noisy }: { count: number; from: number; noisy: number }): number[] {
  const normal = normals(seed)
  return Array.from({ length: count }, (_, i) => 1000 * (1 + (i >= from && i < from + noisy ? 0.05 : 0.01) * normal()))
}
