import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import { stepsFigure } from './steps-figure.ts'

test('each step has a bar for each server but the base, and the summary has the extremes', () => {
  const rates = { '17.6': { 'l.i0': 100, qr100: 50 }, '18.1': { 'l.i0': 90, qr100: 55 } }
  const points = Object.entries(rates).flatMap(([version, steps], run) =>
    Object.entries(steps).map(([step, qps]) => ({
      runId: `00000000-0000-8000-8000-00000000000${run}`,
      resultId: `${version} ${step}`,
      coordinates: { version, test: step, group: '', clients: '1' },
      values: { qps },
    })),
  )
  const comparison = {
    ...DEFAULT_COMPARISON,
    rows: ['version' as const],
    columns: ['test' as const],
    base: { kind: 'first-row' as const },
  }
  const tests = ['l.i0', 'qr100'].map((name, order) => ({
    name,
    group: '',
    order,
    role: 'measured' as const,
    primaryMetric: 'qps',
  }))
  const grid = compare(
    { points, tests, metrics: [{ name: 'qps', unit: 'q', better: 'higher', about: '' }] },
    comparison,
  )
  const [model] = stepsFigure([
    { kind: 'section', title: '', id: 'relative', parts: [{ kind: 'grid', grid, comparison }] },
  ])
  expect(model?.series.map(({ name, points: bars }) => [name, bars.map(({ y }) => y)])).toEqual([['18.1', [0.9, 1.1]]])
  expect(model?.summary).toBe('18.1 is 0.90 in l.i0, its lowest step, and 1.10 in qr100, its highest.')
  expect(stepsFigure([])).toEqual([])
})
