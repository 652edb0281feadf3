import { expect, test } from 'vitest'
import type { Cell } from '../../grid.ts'
import type { MetricColumns } from '../metric-columns.ts'
import { withResponseBands } from './response-bands.ts'

const NAMES = ['256us', '1ms', '4ms', 'max']
const cell = (value: number | null): Cell =>
  // Only the parts of a cell that bands are made of.
  ({ value, band: 'none', footnotes: [], better: 'neither', ratio: null, verdict: null }) as unknown as Cell

function bands(...rows: (number | null)[][]) {
  const table: MetricColumns = {
    ...{ label: '', values: [], baseLabel: null },
    metrics: NAMES.map((metric) => ({ metric, unit: '%', better: 'neither' })),
    rows: rows.map((values, at) => ({ label: `v${at}`, column: '', isBase: false, cells: values.map(cell) })),
  }
  return withResponseBands(table).rows.map(({ cells }) => cells.map(({ band }) => band))
}

test('the band of a bucket is that of the responses which took longer', () => {
  expect(bands([97, 2, 1, 0.01], [80, 15, 5, 0.02], [60, 30, 10, 0.04])).toEqual([
    ['better', 'better', 'neutral', 'better'],
    ['neutral', 'neutral', 'neutral', 'neutral'],
    ['worse', 'worse', 'neutral', 'worse'],
  ])
})

test('equal shares have no color, whatever the last digits of their sums are', () => {
  expect(bands([0.1, 0.2, 99.7, 1], [0.2, 0.1, 99.7, 1]).map((row) => row.slice(1))).toEqual([
    ['neutral', 'neutral', 'neutral'],
    ['neutral', 'neutral', 'neutral'],
  ])
})

test('a share that was not published leaves its bucket and the later ones without a band', () => {
  expect(bands([null, 2, 1, 0.01], [80, 15, 5, 0.02])[0]).toEqual(['none', 'none', 'none', 'better'])
})
