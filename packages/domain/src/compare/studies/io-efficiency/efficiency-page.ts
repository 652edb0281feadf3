import { tableCoordinates } from '../../../findings/series/series-of-cell.ts'
import { plural } from '../../../plural.ts'
import { efficiencyHeadline } from '../headlines/efficiency-headline.ts'
import { metricColumnsOf } from '../metric-columns.ts'
import { metricGrid } from '../pages/metric-grid.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import type { StudyQueries, StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { efficiencyComparison } from './efficiency.ts'

/** Maximum number of tables on a page; filters select others. */
const MAX_TABLES = 60

/** The page of the efficiency study: throughput and its costs, one table per test. */
export async function efficiencyPage(
  queries: StudyQueries,
  { comparison: requested }: StudyRequest,
): Promise<StudyPage> {
  const comparison = efficiencyComparison(requested)
  const { grid, tldr } = await queries.comparison(comparison)
  // Throughput without costs does not show efficiency.
  const tables = metricColumnsOf(grid).filter(({ metrics }) => metrics.length > 1)
  return {
    title: 'Efficiency',
    headline: efficiencyHeadline(tables, comparison),
    summary: verdictSummary(
      tables.length === 0
        ? 'No result has costs per operation. Upload the output of vmstat and iostat with that of the benchmark.'
        : `Cost per operation and throughput: ${plural(tables.length, 'table')}, each divided by its first row.`,
      grid,
    ),
    comparison,
    warnings: grid.warnings.filter(({ code }) => code !== 'metric-missing'),
    tldr,
    parts: [
      ...tables.slice(0, MAX_TABLES).map(
        (table): StudyElement => ({
          kind: 'metrics',
          title: table.label,
          grid: metricGrid({ ...table, title: table.label }, grid),
          of: tableCoordinates(comparison, table.values),
        }),
      ),
      ...(tables.length <= MAX_TABLES
        ? []
        : [
            {
              kind: 'text' as const,
              text: `${MAX_TABLES} of ${tables.length} tables are shown; filter by test, hardware or workload to see the others.`,
            },
          ]),
    ],
  }
}
