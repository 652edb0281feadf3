import { formatPercent } from '../../../percent.ts'
import { formatChartValue } from '../../../publish/chart/format-chart-value.ts'
import { cellMarker } from '../../verdict-marks.ts'
import { repeatsHeadline } from '../headlines/repeats-headline.ts'
import type { Repeats } from '../repeats.ts'
import { type RepeatPair, repeatsOf } from '../repeats.ts'
import { type FactColumnOf, factTable, ratioSegments, runFact } from './fact-table.ts'
import type { StudyPage } from './study-page.ts'
import type { StudyQueries, StudyRequest } from './study-queries.ts'
import { verdictSummary } from './verdict-summary.ts'

const MAX_PAIRS = 20

/** The page of the repeats study: tests whose repeats differ most, and every repeat vs the first. */
export async function repeatsPage(queries: StudyQueries, { comparison }: StudyRequest): Promise<StudyPage> {
  const { grid, tldr } = await queries.comparison(comparison)
  const repeats = repeatsOf(grid)
  const { pairs, summary } = repeats
  return {
    title: 'Repeats',
    headline: repeatsHeadline(repeats, comparison),
    summary: verdictSummary(repeatsSentence(summary), grid),
    comparison,
    warnings: grid.warnings,
    tldr,
    parts: [
      ...(pairs.length === 0
        ? []
        : [
            {
              kind: 'section' as const,
              title: 'Tests that disagree most',
              parts: [{ kind: 'facts' as const, table: mostApart(pairs, cellMarker(grid)) }],
            },
          ]),
      { kind: 'section', title: 'Every repeat vs the first', parts: [{ kind: 'grid', grid, comparison }] },
    ],
  }
}

const mostApart = (pairs: readonly RepeatPair[], markOf: ReturnType<typeof cellMarker>) =>
  factTable({
    caption: 'Tests that disagree most',
    columns: columnsOf(markOf),
    rows: pairs.slice(0, MAX_PAIRS),
    rowKey: ({ table, row, column, metric }) => JSON.stringify([table, row, column, metric]),
  })

const columnsOf = (markOf: ReturnType<typeof cellMarker>): FactColumnOf<RepeatPair>[] => [
  { header: 'Test', cell: ({ row }) => row },
  { header: 'Of', cell: ({ table, column }) => [column, table].filter((part) => part !== '').join(', ') },
  { header: 'First', numeric: true, cell: ({ first }) => formatChartValue(first, 'value') },
  {
    header: 'Later',
    numeric: true,
    cell: ({ cell }) => runFact(cell.value === null ? '' : formatChartValue(cell.value, 'value'), cell.runIds),
  },
  {
    header: 'Later / first',
    numeric: true,
    about: 'Two runs of one build: a ratio other than 1.00 is noise',
    cell: ({ ratio, cell }) => ({ parts: ratioSegments(ratio, cell, markOf) }),
  },
]

/** Describes the agreement of repeats in one or two sentences. */
function repeatsSentence(summary: Repeats['summary']): string {
  if (summary === null) return 'No result has repeats.'
  const { pairs, within1, within5, medianApart, deviation } = summary
  return `Of ${pairs} pairs ${within1} agree within 1% and ${within5} within 5%; half are within ${formatPercent(medianApart - 1, 1)}. A single run is good to ${formatPercent(deviation, 1)} (one standard deviation).`
}
