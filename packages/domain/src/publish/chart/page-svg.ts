import { FIGURE_THEMES, type FigureColor } from '../figure/figure-theme.ts'
import type { ChartShapes, DrawnSize } from './chart-shapes.ts'
import { shapesSvg } from './chart-svg.ts'
import { NARROW_WIDTH } from './shape-words.ts'

/** Colors of shapes. In each theme they differ from each other, except for the accent, which is also `series-3`. */
const DRAWN_COLORS: readonly FigureColor[] = [
  ...(['surface', 'ink', 'ink-soft', 'ink-faint', 'line', 'accent-tint', 'series-1', 'series-2'] as const),
  ...(['series-4', 'series-5', 'series-6', 'worse-1', 'worse-2', 'worse-3', 'series-3', 'accent'] as const),
]

/**
 * A chart for a page in theme colors, drawn wide and narrow, so that text has the same size on phones. The style sheet
 * shows the one that fits.
 *
 * @param classes class names of the container and of both drawings.
 */
export const pageSvg = (
  shapesAt: (size: DrawnSize) => ChartShapes,
  classes: Readonly<Record<'both' | 'wide' | 'narrow', string>>,
): string =>
  [
    `<div class="${classes.both}"><div class="${classes.wide}">${shapesSvg(shapesAt({}), themed)}</div>`,
    `<div class="${classes.narrow}">${shapesSvg(shapesAt({ width: NARROW_WIDTH }), themed)}</div></div>`,
  ].join('')

/** Names of the CSS variables that replace the colors of the light theme in a page. */
const THEME: ReadonlyMap<string, string> = new Map(
  DRAWN_COLORS.map((name): [string, string] => [FIGURE_THEMES.light[name], name]),
)

function themed(color: string): string {
  const name = THEME.get(color)
  return name === undefined ? color : `var(--${name})`
}
