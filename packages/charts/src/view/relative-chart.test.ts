import { chartCsv } from '@assay/domain/publish/chart/chart-csv'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { expect, test } from 'vitest'
import { relativeChart } from './relative-chart.ts'

const chart = (ys: readonly (readonly (number | null)[])[]): ChartModel => ({
  ...{ id: 'c', title: 'qps', summary: '', draw: 'line' },
  x: { kind: 'ordered', label: 'version', places: [{ name: '16' }, { name: '17' }, { name: '18' }] },
  y: { label: 'qps', unit: 'queries/s', better: 'higher', format: 'value' },
  series: ys.map((values, at) => ({ name: `test, ${at}`, color: 1, points: values.map((y, x) => ({ x, y })) })),
})

test('each line is divided by its own first value, and the value is a detail', () => {
  const relative = relativeChart(
    chart([
      [100, 110, null],
      [null, 4, 2],
    ]),
  )
  expect(relative?.series.map(({ points }) => points.map(({ y }) => y))).toEqual([
    [1, 1.1, null],
    [null, 1, 0.5],
  ])
  expect(relative?.series[0]?.points[1]?.detail).toBe('110 queries/s')
  expect(relative?.y.format).toBe('ratio')
})

test('one line, and a first value of zero, have no ratios', () => {
  expect(relativeChart(chart([[100, 110, 120]]))).toBeNull()
  expect(
    relativeChart(
      chart([
        [0, 1, 2],
        [1, 2, 3],
      ]),
    ),
  ).toBeNull()
})

test('the numbers of a chart are a CSV file', () => {
  expect(chartCsv(chart([[100.5, null, 3]]))).toBe('version,"test, 0"\r\n16,100.5\r\n17,\r\n18,3\r\n')
})
