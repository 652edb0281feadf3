import type { ChartShapes, DrawnSize } from './chart-shapes.ts'
import { shapesSvg } from './chart-svg.ts'
import { FLAME_FILLS } from './flame-shapes.ts'
import { TONES } from './row-shapes.ts'
import { AREA, FAINT, INK, LINE, MARK, NARROW_WIDTH, PAPER, SERIES, SOFT } from './shape-words.ts'

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

/** Names of the CSS variables that replace the colors of paper in a page. */
const THEME: ReadonlyMap<string, string> = new Map([
  [PAPER, 'surface'],
  [INK, 'ink'],
  [SOFT, 'ink-soft'],
  [FAINT, 'ink-faint'],
  [LINE, 'line'],
  [AREA, 'accent-tint'],
  [MARK, 'accent'],
  ...SERIES.map((color, at): [string, string] => [color, `series-${at + 1}`]),
  [TONES.plain, 'ink-faint'],
  [TONES.base, 'ink-faint'],
  [TONES.worse, 'series-2'],
  [TONES.better, 'series-1'],
  ...FLAME_FILLS.map((fill, at): [string, string] => [fill, `worse-${FLAME_FILLS.length - at}`]),
])

function themed(color: string): string {
  const name = THEME.get(color)
  return name === undefined ? color : `var(--${name})`
}
