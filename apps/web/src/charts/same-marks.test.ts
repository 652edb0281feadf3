import { FIGURE_COLORS, FIGURE_THEMES } from '@assay/charts/scales/figure-theme'
import { usualStart } from '@assay/charts/scales/value-axis'
import { lineShapes } from '@assay/charts/shapes/line-shapes'
import type { ChartModel, ChartSeries } from '@assay/domain/publish/chart/chart-model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareDrawing } from './prepare-drawing.ts'

const series: fc.Arbitrary<ChartSeries> = fc
  .record({
    color: fc.integer({ min: 1, max: 6 }),
    dashed: fc.boolean(),
    ys: fc.array(fc.option(fc.double({ min: 0.2, max: 5, noNaN: true })), { minLength: 2, maxLength: 90 }),
    noted: fc.integer({ min: 0, max: 89 }),
  })
  .map(({ color, dashed, ys, noted }) => ({
    name: 'a',
    color,
    dashed,
    points: ys.map((y, at) => ({ x: at + 1, y, ...(at === noted ? { note: 'regression' } : {}) })),
  }))

const model: fc.Arbitrary<ChartModel> = fc.record({
  id: fc.constant('c'),
  title: fc.constant('qps'),
  summary: fc.constant('Values.'),
  draw: fc.constantFrom('line' as const, 'scatter' as const, 'strip' as const),
  x: fc.constant({ kind: 'number' as const, label: 'clients', unit: '' }),
  y: fc.constantFrom('ratio' as const, 'value' as const).map((format) => ({
    ...{ label: 'qps', unit: '', better: 'higher' as const },
    format,
  })),
  series: fc.array(series, { minLength: 1, maxLength: 4 }),
})

/** The name of a color of the light theme as the page uses it. */
const names = new Map(FIGURE_COLORS.map((name) => [FIGURE_THEMES.light[name], `var(--${name})`]))

test('the drawing of the page and the drawing of files have the same dots in the same colors at the same positions', () => {
  fc.assert(
    fc.property(model, (chart) => {
      const { dots } = lineShapes(chart)
      const { series: drawn, ticks, xDomain } = prepareDrawing(chart, usualStart(chart))
      const onPage = drawn.flatMap((one) =>
        [...one.pointAt.values()].filter(one.hasDot).map(({ x, y }) => ({ x, y: y ?? 0, color: one.color })),
      )
      expect(dots.map(({ color }) => sameColor(names.get(color)))).toEqual(onPage.map(({ color }) => sameColor(color)))
      const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
      const across = onPage.map(({ x }) => (x - xDomain[0]) / (xDomain[1] - xDomain[0]))
      const up = onPage.map(({ y }) => (y - low) / (high - low))
      for (const [at, dot] of dots.entries()) {
        const other = dots[0]
        if (other === undefined) break
        expect(dot.x - other.x).toBeCloseTo(((across[at] ?? 0) - (across[0] ?? 0)) * spanOf(dots, across, 'x'), 3)
        expect(other.y - dot.y).toBeCloseTo(((up[at] ?? 0) - (up[0] ?? 0)) * spanOf(dots, up, 'y'), 3)
      }
    }),
  )
})

/** The accent of marks is also the third color of series. */
const sameColor = (color: string | undefined) => color?.replace('var(--accent)', 'var(--series-3)')

/** Pixels per unit of the axis, from the two dots that are furthest apart. */
function spanOf(dots: readonly { x: number; y: number }[], shares: readonly number[], side: 'x' | 'y'): number {
  const low = shares.indexOf(Math.min(...shares))
  const high = shares.indexOf(Math.max(...shares))
  const distance = Math.abs((dots[high]?.[side] ?? 0) - (dots[low]?.[side] ?? 0))
  const share = (shares[high] ?? 0) - (shares[low] ?? 0)
  return share === 0 ? 0 : distance / share
}

test('the ticks of both drawings are the same', () => {
  fc.assert(
    fc.property(model, (chart) => {
      const { labels } = lineShapes(chart)
      const texts = new Set(labels.map(({ text }) => text))
      const { xTicks } = prepareDrawing(chart, usualStart(chart))
      const missing = xTicks.filter((tick) => !texts.has(tick.toLocaleString('en-US')))
      // A file leaves out the labels of ticks that would overlap.
      expect(missing.length).toBeLessThan(xTicks.length)
    }),
  )
})
