import { plural } from '../../../plural.ts'
import { axisLabel } from '../../axis-label.ts'
import type { Comparison } from '../../comparison.ts'
import { compilersHeadline } from '../headlines/compilers-headline.ts'
import { type FactColumnOf, type FactTable, factTable } from '../pages/fact-table.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import type { StudyQueries, StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { type CompilerConsensus, type CompilerPanel, compilersComparison, compilersOf } from './compilers.ts'
import { compilerCharts } from './compilers-charts.ts'
import { percentText } from './compilers-words.ts'

/** Maximum number of small charts; more cannot be compared by eye. */
const MAX_CHARTS = 24
/** Maximum number of tables that are shown below the charts. */
const MAX_TABLES = 12
/** Height of a small line chart, pixels. */
const SMALL = 220

/**
 * The page of the compilers study: gains over the first compiler, agreement of machines, and a small chart per test.
 */
export async function compilersPage(
  queries: StudyQueries,
  { comparison: requested }: StudyRequest,
): Promise<StudyPage> {
  const comparison = compilersComparison(requested)
  const { grid, tldr } = await queries.comparison(comparison)
  const { panels, consensus, leftOut } = compilersOf(grid, comparison)
  // Panels with the most versions come first.
  const shown = panels.toSorted((a, b) => b.gains.length - a.gains.length).slice(0, MAX_CHARTS)
  const charts = compilerCharts(shown, comparison.filters.product?.[0])
  const tables = new Set(panels.map(({ table }) => table))
  const only = grid.tables.flatMap((table, at) => (tables.has(table) ? [at] : []))
  const omissions = omissionsText(panels.length, leftOut.length)
  return {
    title: 'Compilers',
    headline: compilersHeadline(panels, comparison),
    summary: verdictSummary(
      'How each compiler does from version to version, divided by the oldest version built with the first; gains are over the first compiler at the same version.',
      grid,
    ),
    comparison,
    warnings: grid.warnings,
    tldr,
    parts: [
      ...(panels.length === 0 ? [NOTHING] : []),
      ...(consensus.length === 0
        ? []
        : [
            {
              kind: 'section' as const,
              title: 'Over machines',
              aside: 'each machine with its newest version that has both compilers',
              parts: [{ kind: 'facts' as const, table: consensusTable(consensus) }],
            },
          ]),
      ...groupPanels(shown, comparison).map(
        ([key, members]): StudyElement => ({
          kind: 'section',
          title: key || 'By test',
          aside: 'one scale for all charts of this page',
          parts: [
            { kind: 'charts', models: members.flatMap((panel) => charts[shown.indexOf(panel)] ?? []), height: SMALL },
          ],
        }),
      ),
      ...(omissions === '' ? [] : [{ kind: 'text' as const, text: omissions }]),
      ...(tables.size === 0 || tables.size > MAX_TABLES
        ? []
        : [
            {
              kind: 'section' as const,
              title: 'All numbers',
              parts: [{ kind: 'grid' as const, grid, comparison, only }],
            },
          ]),
    ],
  }
}

/** The charts and tables that the page does not show, in sentences; empty when it shows all. */
function omissionsText(panels: number, singleTables: number): string {
  return [
    ...(panels > MAX_CHARTS
      ? [`${plural(panels - MAX_CHARTS, 'more chart')} are left out; filter the comparison to see them.`]
      : []),
    ...(singleTables > 0 ? [`${plural(singleTables, 'table has', 'tables have')} one compiler only.`] : []),
  ].join(' ')
}

const NOTHING: StudyElement = {
  kind: 'empty',
  title: 'No version was built with two compilers',
  text: 'Upload runs of one version built with each, with the compiler stated in the build.',
}

/** Panels by their common dimensions except the test, such as `hetz byrx`. */
function groupPanels(panels: readonly CompilerPanel[], { tables }: Comparison): [string, CompilerPanel[]][] {
  const others = tables.filter((dimension) => dimension !== 'test')
  const nameOf = ({ coordinates }: CompilerPanel) =>
    axisLabel(
      others,
      others.map((dimension) => coordinates[dimension] ?? ''),
    )
  return [...Map.groupBy(panels, nameOf)]
}

/** Gains of each compiler in each test by machine, with the agreement of the machines. */
function consensusTable(consensus: readonly CompilerConsensus[]): FactTable {
  const machines = [...new Set(consensus.flatMap((one) => one.machines.map(({ machine }) => machine)))]
  return factTable({
    caption: 'Gains of compilers over machines',
    columns: [...COLUMNS, ...machines.map(machineColumn), VERDICT],
    rows: consensus.toSorted((a, b) => b.machines.length - a.machines.length),
    rowKey: ({ test, of, compiler }) => `${test} ${of} ${compiler}`,
    groupOf: ({ of }) => of,
  })
}

const COLUMNS: readonly FactColumnOf<CompilerConsensus>[] = [
  { header: 'Test', cell: ({ test }) => test },
  { header: 'Compiler', cell: ({ compiler, over }) => `${compiler} over ${over}` },
]

const machineColumn = (machine: string): FactColumnOf<CompilerConsensus> => ({
  header: machine || 'machine',
  about: `Gain on ${machine || 'the machine'}, with the version that it is of`,
  numeric: true,
  cell: ({ machines }) => {
    const own = machines.find((one) => one.machine === machine)
    if (own === undefined) return '-'
    return { parts: [{ text: own.version, small: true }, { text: ` ${percentText(own.change)}` }] }
  },
})

const VERDICT: FactColumnOf<CompilerConsensus> = {
  header: 'Verdict',
  about: 'Faster and slower from the limits of the comparison on, 5% unless changed',
  cell: ({ verdict, agree, machines }) => {
    if (verdict === null) return 'machines differ'
    return machines.length === 1 ? verdict : `${agree} of ${machines.length} agree: ${verdict}`
  },
}
