import { plural } from '../../../plural.ts'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import type { Cell } from '../../grid.ts'
import { sweepHeadline } from '../headlines/sweep-headline.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import type { StudyQueries, StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { sweepComparison } from './sweep.ts'
import { sweepCharts } from './sweep-charts.ts'
import { sweepFigure } from './sweep-figure.ts'

/** Maximum number of charts; the tables show all values. */
const MAX_CHARTS = 12

type SweepPage = StudyPage & {
  /** The figure at the head of the page, which replaces the charts among its elements; shared copies have those. */
  lead: readonly ChartModel[]
  /** Number of charts of the study. */
  charts: number
}

/**
 * The page of the sweep study: any parameter by any other, with a chart and a table for each value of a third.
 *
 * @param hrefOf returns the URL behind a cell, if there is one.
 */
export async function sweepPage(
  queries: StudyQueries,
  { comparison: requested }: StudyRequest,
  hrefOf?: (cell: Cell) => string | undefined,
): Promise<SweepPage> {
  const comparison = sweepComparison(requested)
  const { grid, tldr } = await queries.comparison(comparison)
  const charts = sweepCharts(grid, hrefOf)
  return {
    title: 'Sweep',
    headline: sweepHeadline(grid, comparison),
    summary: verdictSummary(
      `What a parameter does, all else equal: ${plural(grid.counts.cells, 'number')} in ${plural(grid.tables.length, 'table')}.`,
      grid,
    ),
    comparison,
    warnings: grid.warnings,
    tldr,
    lead: sweepFigure(charts),
    charts: charts.length,
    parts: [
      ...(grid.tables.length === 0 ? [NOTHING] : []),
      ...(charts.length === 0 ? [] : [{ kind: 'charts' as const, models: charts.slice(0, MAX_CHARTS) }]),
      ...(charts.length <= MAX_CHARTS
        ? []
        : [
            {
              kind: 'text' as const,
              text: `The first ${MAX_CHARTS} of ${charts.length} charts are drawn; filter the sweep to draw others.`,
            },
          ]),
      { kind: 'grid', grid, comparison },
    ],
  }
}

const NOTHING: StudyElement = {
  kind: 'empty',
  title: 'No result matches these filters',
  text: 'Remove a filter above, or choose other parameters.',
}
