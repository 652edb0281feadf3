import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { xValueName } from '@assay/domain/publish/chart/chart-table'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideSeries, selectRange, xValues } from './select-range.ts'

const model: fc.Arbitrary<ChartModel> = fc
  .record({
    isOrdered: fc.boolean(),
    ys: fc.array(fc.array(fc.option(fc.double({ min: 0.1, max: 9, noNaN: true })), { minLength: 6, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ isOrdered, ys }) => ({
    ...{ id: 'c', title: 'qps', summary: 'Values.', draw: 'line' as const },
    x: isOrdered
      ? { kind: 'ordered' as const, label: 'version', places: [1, 2, 3, 4, 5, 6].map((n) => ({ name: `v${n}` })) }
      : { kind: 'number' as const, label: 'clients', unit: '' },
    y: { label: 'qps', unit: '', better: 'higher' as const, format: 'value' as const },
    series: ys.map((values, at) => ({
      name: `s${at}`,
      color: at + 1,
      points: values.map((y, x) => ({ x: isOrdered ? x : (x + 1) * 10, y })),
    })),
    marks: [{ axis: 'x' as const, at: isOrdered ? 2 : 30, label: 'change' }],
    areas: [{ from: isOrdered ? 1 : 20, to: isOrdered ? 4 : 50, low: 1, high: 2, color: 1 }],
  }))

/** Each value with the name of its x value, which does not depend on how x values are counted. */
const named = ({ x, series }: ChartModel) =>
  series.flatMap(({ name, points }) => points.map((point) => `${name} ${xValueName(x, point.x)} ${point.y}`))

test('a range has exactly the points between its ends, with their names, and marks and bands inside of it', () => {
  fc.assert(
    fc.property(model, fc.nat(5), fc.nat(5), (chart, a, b) => {
      const xs = xValues(chart)
      const range = { from: xs[Math.min(a, b)] ?? 0, to: xs[Math.max(a, b)] ?? 0 }
      const part = selectRange(chart, range)
      const inside = new Set(xs.filter((x) => x >= range.from && x <= range.to).map((x) => xValueName(chart.x, x)))
      expect(named(part)).toEqual(named(chart).filter((text) => inside.has(text.split(' ')[1] ?? '')))
      const own = xValues(part)
      for (const { at } of part.marks ?? []) expect(own).toContain(at)
      for (const { from, to } of part.areas ?? []) {
        expect(own).toContain(from)
        expect(own).toContain(to)
      }
    }),
  )
})

test('the whole range is the chart, and ranges can follow each other', () => {
  fc.assert(
    fc.property(model, (chart) => {
      const xs = xValues(chart)
      expect(selectRange(chart, { from: xs[0] ?? 0, to: xs.at(-1) ?? 0 })).toEqual(chart)
      const once = selectRange(chart, { from: xs[2] ?? 0, to: xs[3] ?? 0 })
      const first = selectRange(chart, { from: xs[1] ?? 0, to: xs[4] ?? 0 })
      const inner = xValues(first)
      expect(selectRange(first, { from: inner[1] ?? 0, to: inner[2] ?? 0 })).toEqual(once)
    }),
  )
})

test('hidden series have no points, and the others keep their place', () => {
  fc.assert(
    fc.property(model, (chart) => {
      const shown = hideSeries(chart, new Set([0]))
      expect(shown.series.map(({ name }) => name)).toEqual(chart.series.map(({ name }) => name))
      expect(shown.series[0]?.points).toEqual([])
      expect(shown.series.slice(1)).toEqual(chart.series.slice(1))
      expect(shown.areas).toEqual([])
    }),
  )
})
