import { makeSeries } from '@assay/testing/findings/make-series'
import { expect, test } from 'vitest'
import { fitSteps } from './step-fit.ts'

// Schwarz 1978: n ln(RSS / n) + k ln n, with a level and a position for each step.
function bicOf(values: readonly number[], cuts: readonly number[]): number {
  const bounds = [0, ...cuts, values.length]
  let squares = 0
  for (const [i, end] of bounds.slice(1).entries()) {
    const logs = values.slice(bounds[i], end).map(Math.log)
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
    squares += logs.reduce((sum, log) => sum + (log - mean) ** 2, 0)
  }
  return values.length * Math.log(squares / values.length) + 2 * cuts.length * Math.log(values.length)
}

test('neither moving nor removing a step lowers BIC', () => {
  for (let seed = 0; seed < 30; seed++) {
    const values = makeSeries(seed, { count: 40, level: (i) => (i < 10 + (seed % 12) ? 1 : 1.08), sd: 0.02 })
    const found = fitSteps(values)
    const others = [[], ...found.map((cut) => found.filter((one) => one !== cut))]
    for (let cut = 3; cut <= values.length - 3; cut++) others.push([cut])
    for (const other of others) expect(bicOf(values, found)).toBeLessThanOrEqual(bicOf(values, other) + 0.01)
  }
})
