import { explainingMetrics, type MeasuredResult } from '@assay/domain/compare/explain/paired-metrics'
import { formatRatio } from '@assay/domain/compare/format-cell'
import type { FindingDetails } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMetricValue } from '../../ui/format-metric-value.ts'
import { Section } from '../../ui/section.tsx'
import { SizeBar } from '../../ui/size-bar.tsx'
import style from './finding.module.css'

/** The results behind the largest change of a finding: of the newer version, and of the older one. */
export type ChangedResults = { own: readonly MeasuredResult[]; base: readonly MeasuredResult[] }

type Explaining = ReturnType<typeof explainingMetrics>['metrics'][number]

/** The metrics of the largest change next to each other, and what was not recorded. */
export function FindingWhy({ finding, results }: { finding: FindingDetails; results: ChangedResults }) {
  const [largest] = finding.changes
  if (largest === undefined) return null
  const { metrics, notRecorded } = explainingMetrics(largest.metric, results.own, results.base)
  if (metrics.length === 0) return null
  const clients =
    largest.clients === '' ? '' : ` with ${largest.clients} ${largest.clients === '1' ? 'client' : 'clients'}`
  return (
    <Section title="Why" aside={`${largest.test}${clients}: the metrics of the largest change`}>
      {metrics.length > 1 && (
        <DataTable
          caption="Metrics of the largest change"
          columns={columns(finding)}
          rows={metrics}
          rowKey={({ name }) => name}
        />
      )}
      {notRecorded.length > 0 && <p className={style.absent}>Not recorded: {notRecorded.join(', ')}.</p>}
    </Section>
  )
}

const columns = ({ from, to }: FindingDetails): Column<Explaining>[] => [
  {
    key: 'metric',
    header: 'Metric',
    heads: true,
    wraps: true,
    cell: ({ name, word, about, unit }) => <span title={`${name}: ${about} (${unit})`}>{word}</span>,
  },
  { key: 'before', header: from, numeric: true, wideOnly: true, cell: ({ base }) => valueText(base) },
  { key: 'after', header: to, numeric: true, wideOnly: true, cell: ({ value }) => valueText(value) },
  {
    key: 'size',
    header: 'Change',
    cell: ({ ratio, tone }) =>
      ratio !== null && <SizeBar ratio={ratio} low={null} high={null} tone={tone ?? 'plain'} />,
  },
  {
    key: 'ratio',
    header: 'Ratio',
    numeric: true,
    cell: ({ ratio, tone }) => <span data-tone={tone ?? undefined}>{ratio === null ? '–' : formatRatio(ratio)}</span>,
  },
]

const valueText = (value: number | null) => (value === null ? '–' : formatMetricValue(value))
