import type { ChartShapes } from '@assay/charts/shapes/chart-shapes'
import { chartDrawing } from '@assay/charts/svg/chart-svg'
import { themedColor } from '@assay/charts/svg/page-colors'
import type { SvgElement } from '@assay/charts/svg/svg-element'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { createElement } from 'react'

/** The shapes of a chart as in its file, in the colors of the page's theme, readable without a script. */
export const ChartSvg = ({ shapes }: { shapes: ChartShapes }) => <Element {...chartDrawing(shapes, themedColor)} />

function Element({ tag, attributes, content }: SvgElement) {
  if (content === undefined) return createElement(tag, attributes)
  if (typeof content === 'string') return createElement(tag, attributes, showBidiControls(content))
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a drawing have no identity but their position
  return createElement(tag, attributes, ...content.map((one, at) => <Element key={at} {...one} />))
}
