import { expect, test } from 'vitest'
import { changePlot } from './change-plot.ts'
import type { FindingChange } from './finding.ts'

const change = (ratio: number, interval: [number, number] | null): FindingChange => ({
  benchmark: 'sysbench',
  workload: 'cached',
  test: 'scan',
  group: null,
  clients: '1',
  metric: 'qps',
  line: '',
  value: 100 * ratio,
  baseValue: 100,
  ratio,
  low: interval?.[0] ?? null,
  high: interval?.[1] ?? null,
  runIds: [],
  baseRunIds: [],
})

test('a change is drawn left of 1.0 with its interval around it when it is below 1', () => {
  const slower = change(0.8, [0.75, 0.85])
  const { scale, markOf } = changePlot({ changes: [slower, change(0.9, null)], direction: 'worse' })
  const { at, from, to, state } = markOf(slower)
  expect(state).toBe('regression')
  expect(at).toBeLessThan(0.5)
  expect(from).toBeLessThan(at ?? 0)
  expect(to).toBeGreaterThan(at ?? 1)
  expect(scale.ticks.find(({ ratio }) => ratio === 1)?.at).toBe(0.5)
})

test('no interval is drawn where none is known', () => {
  const unknown = change(1.2, null)
  expect(changePlot({ changes: [unknown], direction: 'better' }).markOf(unknown)).toMatchObject({
    state: 'improvement',
    from: null,
    to: null,
  })
})
