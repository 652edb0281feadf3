import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeriesLine } from './build-lines.ts'
import { judgeLine } from './judge-line.ts'
import { seriesChart } from './series-chart.ts'

function lineOf(values: readonly number[], name = ''): SeriesLine {
  const about = {
    colour: '',
    product: 'Postgres',
    workload: 'cached',
    test: 'scan',
    hardware: 'lab1',
    clients: '1',
    parameters: [],
  }
  const positions = values.map((value, index) => ({
    ...{ place: index, value, values: [value], runIds: [`run-${index}`], version: `1.${index}`, binary: null },
    ...{ counts: true, notes: [] },
  }))
  return { ...about, name, metric: 'qps', positions }
}

// Uses a fast rule, because these tests do not depend on the rule.
const chartOf = (lines: readonly (readonly number[])[]) =>
  seriesChart({
    places: Array.from({ length: Math.max(...lines.map(({ length }) => length)) }, (_, i) => `place ${i}`),
    lines: lines.map((values, i) => judgeLine(lineOf(values, `line ${i}`), { method: 'percentage' }, 'higher')),
    metric: null,
    order: 'time',
    found: lines.length,
    runHref: (id) => id,
  })

test('a long series is thinned but keeps minima and maxima, and the chart states it', () => {
  const values = fc.array(fc.integer({ min: 990, max: 1_010 }), { minLength: 2_401, maxLength: 6_000, size: 'max' })
  fc.assert(
    fc.property(values, (measured) => {
      const { x, series, left } = chartOf([measured])
      const [points = []] = series.map((one) => one.points)
      expect(points.length).toBeLessThanOrEqual(2_400)
      if (x.kind !== 'ordered') throw new Error('places of a series are ordered')
      expect(x.places.length).toBeLessThanOrEqual(measured.length)
      const original = points.map(({ x: at }) => Number(x.places[at]?.name.replace('place ', '')))
      expect(original).toEqual(original.toSorted((a, b) => a - b))
      expect(points.map(({ y, href }) => [y, href])).toEqual(original.map((index) => [measured[index], `run-${index}`]))
      const drawn = points.map(({ y }) => y ?? Number.NaN)
      expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...measured), Math.max(...measured)])
      const counts = `${points.length.toLocaleString('en')} of ${measured.length.toLocaleString('en')}`
      expect(left).toContain(`The chart shows ${counts} points`)
    }),
    { numRuns: 20 },
  )
})

test('changes and levels of a thinned series are drawn at their points', () => {
  const measured = Array.from({ length: 8_000 }, (_, i) => (i < 5_000 ? 1_000 : 800) + (i % 7))
  const { x, series, marks = [], areas = [] } = chartOf([measured])
  if (x.kind !== 'ordered') throw new Error('places of a series are ordered')
  const at = marks.filter(({ axis }) => axis === 'x').map((mark) => x.places[mark.at]?.name)
  expect(at).toContain('place 5000')
  const [points = []] = series.map((one) => one.points)
  for (const mark of marks) if (mark.axis === 'x') expect(points.some((point) => point.x === mark.at)).toBe(true)
  expect(areas.map(({ from, to }) => [x.places[from]?.name, x.places[to]?.name])).toEqual([['place 0', 'place 7999']])
})

test('a short series is drawn completely', () => {
  const { x, series, left } = chartOf([
    [1, 2, 3],
    [4, 5],
  ])
  expect(left).toBeUndefined()
  expect(x).toMatchObject({ places: [{ name: 'place 0' }, { name: 'place 1' }, { name: 'place 2' }] })
  expect(series.map(({ points }) => points.map((point) => [point.x, point.y]))).toEqual([
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    [
      [0, 4],
      [1, 5],
    ],
  ])
})
