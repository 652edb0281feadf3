import { expect, test } from 'vitest'
import type { ReleaseSteps } from './pair-steps.ts'
import { releaseResiduals } from './release-residuals.ts'
import { sizeOfStep } from './step-grid.ts'

/** Steps of one line through some values of ln(value). */
const stepsThrough = (logs: readonly number[]): ReleaseSteps[] =>
  logs.slice(1).map((log, at): ReleaseSteps => {
    const step = log - (logs[at] ?? 0)
    return {
      from: `1.${at}`,
      to: `1.${at + 1}`,
      metrics: ['qps'],
      lines: [['t', '1', [sizeOfStep(step)], [step < 0 ? 1 : 0], 'gcc']],
    }
  })

const residuals = (logs: readonly number[]) =>
  releaseResiduals(stepsThrough(logs)).map(({ version, residual }) => [version, Math.round(100 * residual)])

test('lasting changes and slow declines leave no residual, an outlier does', () => {
  expect(residuals([0, 0, -0.5, -0.5, -0.5])).toEqual([
    ['1.1', 0],
    ['1.2', 0],
    ['1.3', 0],
  ])
  expect(residuals([0, -0.1, -0.2, -0.4]).map(([, residual]) => residual)).toEqual([0, 0])
  // Sizes are rounded to a grid of 5%.
  const [[version, residual] = []] = residuals([0, -0.2, 0])
  expect(version).toBe('1.1')
  expect(residual).toBeGreaterThanOrEqual(-21)
  expect(residual).toBeLessThanOrEqual(-19)
})

test('lines of one test are separate, and a release without two neighbors has no residual', () => {
  const [first, second] = stepsThrough([0, -0.2, 0])
  if (first === undefined || second === undefined) throw new Error('two steps are made above')
  const other = { ...second, lines: second.lines.map((line) => line.with(4, 'clang') as typeof line) }
  expect(releaseResiduals([first, other])).toEqual([])
  expect(releaseResiduals([first])).toEqual([])
})
