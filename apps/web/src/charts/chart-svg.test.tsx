import { chartShapes } from '@assay/charts/shapes/chart-shapes'
import { chartDrawing } from '@assay/charts/svg/chart-svg'
import { themedColor } from '@assay/charts/svg/page-colors'
import { svgText } from '@assay/charts/svg/svg-element'
import { compare } from '@assay/domain/compare/compare'
import { figureCharts } from '@assay/domain/publish/share/figure-chart'
import { generatedComparisons, setOf } from '@assay/testing/compare/generated-comparisons'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChartSvg } from './chart-svg.tsx'

/** Markup in one spelling: React closes every element, and a file has an element on each line. */
const normal = (markup: string) =>
  markup
    .replaceAll('\n', '')
    .replaceAll(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>')
    .replaceAll('&#x27;', '&#39;')

test('a page and a file have the same elements with the same attributes', () => {
  let drawn = 0
  for (const { results, comparison } of generatedComparisons(100)) {
    for (const model of figureCharts(compare(setOf(results), comparison))) {
      for (const width of [360, 720]) {
        const shapes = chartShapes(model, { width })
        const page = renderToStaticMarkup(<ChartSvg shapes={shapes} />)
        expect(normal(page)).toBe(normal(svgText(chartDrawing(shapes, themedColor))))
        drawn += shapes.boxes.length + shapes.dots.length
      }
    }
  }
  expect(drawn).toBeGreaterThan(100)
})
