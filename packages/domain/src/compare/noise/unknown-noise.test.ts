import { modelTable, NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { judgedCells } from '@assay/testing/noise/noise-tables'
import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import type { Point } from '../point.ts'
import { repeatGroups } from '../verdict/repeat-groups.ts'
import { decideSignificance, type JudgedSide, makeJudge } from '../verdict/significance.ts'
import type { Noise } from '../verdict/verdict.ts'
import { noiseFloors } from './noise-floor.ts'

const BANDS = { worse: 0.95, better: 1.05 }
const within: Noise = { source: 'samples', sd: 0.002, degreesOfFreedom: 20 }

function verdictOf(own: readonly number[], base: readonly number[], noise: Pick<JudgedSide, 'floor' | 'within'>) {
  const [mine, theirs] = [own, base].map((values, at): JudgedSide => {
    const points = values.map((_, repeat): Point => {
      const coordinates = { version: `${at}`, hardware: 'h', test: 't', repeat: `${repeat}` }
      return { runId: `${at} ${repeat}`, resultId: `${at} ${repeat}`, coordinates, values: {} }
    })
    return { values, points, valueOfPoint: values, ...noise }
  })
  if (mine === undefined || theirs === undefined) throw new Error('two sides were made')
  const evidence = makeJudge(BANDS)({ own: mine, base: theirs, factor: 1, ratio: 0.8, band: 'worse' })
  return decideSignificance([evidence], BANDS).verdicts[0]
}

test('interval samples alone give no verdict, however little they vary', () => {
  const found = verdictOf([80], [100], { floor: null, within })
  expect(found).toMatchObject({ verdict: 'cannot-tell', reason: 'samples-only', interval: null, repeatsNeeded: null })
  // The panel shows the noise of samples as a lower bound.
  expect(found?.noise).toMatchObject({ source: 'samples', sd: 0.002 })
})

/** Noise of `tests` tests with two repeats of each of two versions. */
function fewRepeats(tests: number): Noise | null {
  const random = seededRandom(4)
  const points = Array.from({ length: 4 * tests }, (_, at): Point => {
    const coordinates = { version: `${at % 2}`, hardware: 'h', test: `t${at >> 2}`, repeat: `${(at >> 1) % 2}` }
    const noise = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return { runId: `${at % 4}`, resultId: `${at}`, coordinates, values: { qps: 100 * Math.exp(0.01 * noise) } }
  })
  const noiseKey = { hardware: 'h', benchmark: '', workload: '', test: 't0', group: null, clients: '', metric: 'qps' }
  return noiseFloors(repeatGroups(points, [])).at(noiseKey)
}

test('a few repeats, which can show no outliers, decide cells with repeats and no single runs', () => {
  for (const tests of [2, 6, 12]) {
    const noise = { floor: fewRepeats(tests), within: null }
    expect(verdictOf([80], [100], noise), `${tests} tests`).toMatchObject({ reason: 'no-noise', interval: null })
    expect(verdictOf([80, 80.5], [100, 100.5], noise)?.interval?.high, `${tests} tests`).toBeLessThan(1)
  }
  // 30 normal differences show that outliers are rare.
  expect(verdictOf([80], [100], { floor: fewRepeats(20), within: null })?.interval?.high).toBeLessThan(1)
})

test('sessions of which so many are outliers that an interval would reach them have no interval', () => {
  const model = NOISE_MODELS['1%, 5% of results 20% low']
  if (model === undefined) throw new Error('the kinds of noise changed')
  const table = { model, rows: 32, columns: 8, times: 'one-session' } as const
  const cellsOf = (repeats: number, seed = 8) => judgedCells(modelTable({ ...table, repeats }, seededRandom(seed)))
  // Also where the residuals of eight releases have shown no outlier.
  for (const seed of [8, 9, 10, 11])
    for (const { cell } of cellsOf(2, seed))
      expect(cell.verdict, `seed ${seed}`).toMatchObject({ reason: 'may-be-outlier', interval: null })
  // The median of five repeats is an outlier only if three of them are, which is rare.
  for (const { cell } of cellsOf(5)) expect(cell.verdict?.interval).not.toBeNull()
})

test('sessions of a machine with two regimes have no interval, because their medians switch between the two', () => {
  const model = NOISE_MODELS['two regimes: 30% are 5% low, 0.7%']
  if (model === undefined) throw new Error('the kinds of noise changed')
  for (const repeats of [2, 3, 5, 10]) {
    const table = { model, rows: 32, columns: 8, times: 'one-session', repeats } as const
    for (const { cell } of judgedCells(modelTable(table, seededRandom(3))))
      expect(cell.verdict, `${repeats} repeats`).toMatchObject({ reason: 'may-be-outlier', interval: null })
  }
})
