import { plural } from '../../../plural.ts'
import type { Verdict } from '../../verdict/verdict.ts'
import { cellMarker } from '../../verdict-marks.ts'
import { type Agreement, agreementsOf } from '../agreement.ts'
import { hardwareHeadline } from '../headlines/hardware-headline.ts'
import { type FactColumnOf, type FactSegment, factTable, ratioSegments } from './fact-table.ts'
import type { StudyPage } from './study-page.ts'
import type { StudyQueries, StudyRequest } from './study-queries.ts'
import { verdictSummary } from './verdict-summary.ts'

/** The page of the hardware study: agreement of machines on a change, and every test on every machine. */
export async function hardwarePage(queries: StudyQueries, { comparison }: StudyRequest): Promise<StudyPage> {
  const { grid, tldr } = await queries.comparison(comparison)
  const agreements = agreementsOf(grid)
  const facts = factTable({
    caption: 'Agreement of machines',
    columns: columnsOf(cellMarker(grid)),
    rows: agreements,
    rowKey: ({ table, test }) => JSON.stringify([table, test]),
  })
  return {
    title: 'Across hardware',
    headline: hardwareHeadline(agreements, comparison),
    summary: verdictSummary(sentenceOf(agreements), grid),
    comparison,
    warnings: grid.warnings,
    tldr,
    parts: [
      ...(agreements.length === 0
        ? []
        : [
            {
              kind: 'section' as const,
              title: 'Agreement of machines',
              parts: [{ kind: 'facts' as const, table: facts }],
            },
          ]),
      { kind: 'section', title: 'Every test on every machine', parts: [{ kind: 'grid', grid, comparison }] },
    ],
  }
}

function sentenceOf(agreements: readonly Agreement[]): string {
  const several = agreements.filter(({ machines }) => machineCount(machines) > 1)
  if (several.length === 0) return 'No test ran on two machines with the same base.'
  const count = (change: Verdict) => several.filter(({ verdict }) => verdict?.change === change).length
  const split = several.filter(({ verdict }) => verdict === null).length
  return `${plural(several.length, 'test')} on several machines. Most machines agree on ${plural(count('regression'), 'regression')}, ${plural(count('improvement'), 'improvement')}, ${count('no change')} with no change and ${count('inconclusive')} inconclusive; they disagree on ${split}.`
}

const machineCount = (columns: Agreement['machines']) => new Set(columns.map(({ machine }) => machine)).size

const columnsOf = (markOf: ReturnType<typeof cellMarker>): FactColumnOf<Agreement>[] => [
  { header: 'Test', cell: ({ test, table }) => [test, table].filter((part) => part !== '').join(', ') },
  {
    header: 'Agreement',
    cell: ({ verdict, machines }) => {
      if (verdict !== null) return `${verdict.agree} of ${verdict.of} agree: ${verdict.change}`
      return machineCount(machines) === 1 ? 'one machine only' : 'disagree'
    },
  },
  {
    header: 'Ratios',
    cell: ({ machines }) => ({
      parts: machines.flatMap(({ column, ratio, cell }, at): FactSegment[] => {
        return [{ text: `${at > 0 ? ', ' : ''}${column} ` }, ...ratioSegments(ratio, cell, markOf)]
      }),
    }),
  },
]
