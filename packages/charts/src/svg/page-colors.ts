import { FIGURE_THEMES, type FigureColor } from '../scales/figure-theme.ts'

/** Colors of shapes. In each theme they differ from each other. */
const DRAWN_COLORS: readonly FigureColor[] = [
  ...(['surface', 'ink', 'ink-soft', 'ink-faint', 'line', 'accent-tint', 'series-1', 'series-2'] as const),
  ...(['series-3', 'series-4', 'series-5', 'series-6', 'accent', 'better'] as const),
  ...(['worse', 'worse-1', 'worse-2', 'worse-3'] as const),
]

/** Names of the CSS variables that replace the colors of the light theme in a page. */
const THEME: ReadonlyMap<string, string> = new Map(
  DRAWN_COLORS.map((name): [string, string] => [FIGURE_THEMES.light[name], name]),
)

/** The color of the page's theme for a color of the print theme. */
export function themedColor(color: string): string {
  const name = THEME.get(color)
  return name === undefined ? color : `var(--${name})`
}
