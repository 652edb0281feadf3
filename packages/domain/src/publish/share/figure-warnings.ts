import type { GridWarning } from '../../compare/grid.ts'
import type { SharedFigure } from './shared-content.ts'

/** What a reader should know before trusting a figure. */
export const figureWarnings = (figure: SharedFigure): readonly GridWarning[] =>
  figure.format === 2 ? figure.page.warnings : figure.grid.warnings

/** The same figure without them, for a page that says them in its own way. */
export const withoutWarnings = (figure: SharedFigure): SharedFigure =>
  figure.format === 2
    ? { ...figure, page: { ...figure.page, warnings: [] } }
    : { ...figure, grid: { ...figure.grid, warnings: [] } }
