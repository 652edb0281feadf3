import type { GridWarning } from '../../compare/grid.ts'
import type { SharedFigure } from './shared-content.ts'

/** Warnings to show with a figure. */
export const figureWarnings = (figure: SharedFigure): readonly GridWarning[] =>
  figure.format === 2 ? figure.page.warnings : figure.grid.warnings

/** The figure without warnings, for a page that shows them itself. */
export const withoutWarnings = (figure: SharedFigure): SharedFigure =>
  figure.format === 2
    ? { ...figure, page: { ...figure.page, warnings: [] } }
    : { ...figure, grid: { ...figure.grid, warnings: [] } }
