import type { Grid } from '../../compare/grid.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import { rowChart } from '../chart/row-chart.ts'
import { figureCharts } from '../share/figure-chart.ts'
import type { Figure } from './figure-block.ts'

/**
 * The charts of a figure: of its named rows in all tables that have them, else those of the study page, or bars for
 * each row of a comparison; limited to the chart numbers of the figure.
 *
 * @param of the shown tables, and the charts of the page if the figure is a study.
 */
export function figureModels(
  { show, rows, charts }: Pick<Figure, 'show' | 'rows' | 'charts'>,
  { grid, studyCharts }: { grid: Grid; studyCharts: readonly ChartModel[] | undefined },
): ChartModel[] {
  if (!show.includes('chart')) return []
  const all = rows.length > 0 ? chartsOfRows(grid, rows) : (studyCharts ?? figureCharts(grid))
  return all.filter((_, at) => charts?.includes(at + 1) ?? true)
}

const chartsOfRows = (grid: Grid, names: readonly string[]): ChartModel[] =>
  names.flatMap((name) =>
    grid.tables.flatMap((table) =>
      table.groups
        .flatMap((group) => group.rows)
        .filter(({ label }) => label === name)
        .map((row) => rowChart(grid, table, row)),
    ),
  )

/** Named rows of a figure that none of its tables has. */
export function missingRows({ rows }: Pick<Figure, 'rows'>, { tables }: Grid): string[] {
  const known = new Set(tables.flatMap(({ groups }) => groups.flatMap((group) => group.rows.map(({ label }) => label))))
  return rows.filter((name) => !known.has(name))
}
