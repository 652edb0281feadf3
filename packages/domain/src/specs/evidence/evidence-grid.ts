import type { Grid } from '../../compare/grid.ts'
import type { StudyElement } from '../../compare/studies/pages/study-page.ts'
import { gridsOf } from '../../publish/share/figure-elements.ts'
import type { SharedFigure } from '../../publish/share/shared-content.ts'

/** The tables of a figure that numbers can be bound to: those of its comparison or of its whole page. */
export const evidenceGrid = (figure: SharedFigure): Grid =>
  figure.format === 1 ? figure.grid : pageGrid(figure.page.parts)

/**
 * All tables of a page as one grid, in page order. Tables of different sections may have the same title, so each is
 * prefixed with the name of its section. The cells are those of the page.
 */
export function pageGrid(parts: readonly StudyElement[]): Grid {
  const grids = gridsOf(parts)
  const shown = new Set(grids.map(({ grid }) => grid.show))
  const [first] = grids
  return {
    ...(first?.grid ?? NO_GRID),
    show: shown.size === 1 ? (first?.grid.show ?? 'both') : 'both',
    tables: grids.flatMap(({ name, grid }) =>
      grid.tables.map((table) => ({
        ...table,
        key: {
          values: [name, ...table.key.values],
          label: [...name.split('|'), table.key.label].filter((part) => part !== '').join(', '),
        },
      })),
    ),
  }
}

const NO_GRID: Grid = {
  ...{ show: 'both', rowDimensions: [], columnDimensions: [], tables: [], warnings: [] },
  counts: { rows: 0, columns: 0, cells: 0, missing: 0, worse: 0, better: 0, hiddenRows: 0 },
  ...{ verdicts: null, verdictsInText: false },
}
