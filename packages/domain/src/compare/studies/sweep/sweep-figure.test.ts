import { expect, test } from 'vitest'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { sweepFigure } from './sweep-figure.ts'

const chart = (title: string, ratio: number | null): ChartModel => ({
  ...{ id: title, title, summary: '', draw: 'line', x: { kind: 'number', label: 'size', unit: '' } },
  y: { label: 'qps relative to size=1', unit: '', better: 'higher', format: 'ratio' },
  series: [
    {
      name: '',
      color: 1,
      points: [
        { x: 1, y: 1 },
        { x: 2, y: ratio },
      ],
    },
  ],
})

test('a sweep begins with the charts of the largest effect, whose axes do not start at zero', () => {
  const charts = [1.01, 1.02, 0.5, null, 1.03, 1.04, 1.6, 1.05].map((ratio, at) => chart(`test ${at}`, ratio))
  const lead = sweepFigure(charts)
  expect(lead.map(({ title }) => title)).toEqual(['test 2', 'test 6', 'test 7', 'test 5', 'test 4', 'test 1'])
  expect(lead.every(({ y }) => y.start === 'near')).toBe(true)
})

test('a chart that has the name of its metric says what it shows', () => {
  expect(sweepFigure([chart('qps', 2)])[0]?.title).toBe('Ratio of each size to size=1')
})
