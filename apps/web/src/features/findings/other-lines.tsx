import { formatRatio } from '@assay/domain/compare/format-cell'
import { ratioScale } from '@assay/domain/compare/pairs/ratio-scale'
import type { OtherLine } from '@assay/domain/findings/other-lines'
import type { FindingDetails } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import { ratioPlotColumn } from './ratio-plot-column.tsx'

/** Results that are listed at once; the others unfold. */
const FIRST_LISTED = 12

/** The same two releases where nothing changed: other workloads, tests and machines, so that the limits of a change are seen. */
export function OtherLines({ finding: { others, to, from } }: { finding: FindingDetails }) {
  if (others.length === 0) return null
  const machines = new Set(others.map(({ hardware }) => hardware)).size
  return (
    <Section
      title="Where else"
      aside={`${to} vs ${from}: other results of these tests, then other tests${machines > 1 ? `, on ${machines} machines` : ''}. More than 1 is better.`}
    >
      <Lines caption="Other results of the two releases" rows={others.slice(0, FIRST_LISTED)} all={others} />
      {others.length > FIRST_LISTED && (
        <details>
          <summary>{countOf(others.length - FIRST_LISTED, 'more result')}</summary>
          <Lines caption="Further results of the two releases" rows={others.slice(FIRST_LISTED)} all={others} />
        </details>
      )}
    </Section>
  )
}

type LinesProps = { caption: string; rows: readonly OtherLine[]; all: readonly OtherLine[] }

const Lines = ({ caption, rows, all }: LinesProps) => (
  <DataTable
    caption={caption}
    columns={columns(all)}
    rows={rows}
    rowKey={({ hardware, workload, test, clients, line, metric }) =>
      JSON.stringify([hardware, workload, test, clients, line, metric])
    }
  />
)

function columns(others: readonly OtherLine[]): Column<OtherLine>[] {
  const { inside, outside, ticks, band } = ratioScale(others.map(({ ratio }) => ratio))
  const mark = ({ ratio, low, high, verdict }: OtherLine) => ({
    column: 0,
    state: verdict,
    at: inside(ratio),
    from: low === null || low <= 0 ? null : inside(low),
    to: high === null ? null : inside(high),
    outside: outside(ratio),
  })
  return [
    {
      key: 'test',
      header: 'Test',
      heads: true,
      wraps: true,
      cell: ({ test, line }) => [test, line].filter((part) => part !== '').join(' · '),
    },
    { key: 'workload', header: 'Workload', cell: ({ workload }) => workload, wideOnly: true },
    { key: 'hardware', header: 'Machine', cell: ({ hardware }) => hardware },
    ratioPlotColumn({ ticks, band }, mark),
    { key: 'ratio', header: 'Ratio', numeric: true, cell: ({ ratio }) => formatRatio(ratio) },
    { key: 'verdict', header: 'Verdict', cell: ({ verdict }) => verdict, wideOnly: true },
  ]
}
