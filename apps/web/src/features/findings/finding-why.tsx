import { formatRatio } from '@assay/domain/compare/format-cell'
import type { ChangeMetric, metricsOfChange } from '@assay/domain/findings/change-metrics'
import type { FindingChange } from '@assay/domain/findings/finding'
import { metricWords } from '@assay/domain/run/metric-words'
import type { FindingDetails } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMetricValue } from '../../ui/format-metric-value.ts'
import { Section } from '../../ui/section.tsx'
import { SizeBar } from '../../ui/size-bar.tsx'
import style from './finding.module.css'

/** The largest change of a finding with its metrics. */
export type LargestChange = { change: FindingChange } & ReturnType<typeof metricsOfChange>

type Props = { finding: FindingDetails; largest: LargestChange }

/** The metrics of the largest change next to each other, and what was not recorded. */
export function FindingWhy({ finding, largest: { change, metrics, notRecorded } }: Props) {
  if (metrics.length === 0) return null
  const { test, clients } = change
  const at = clients === '' ? '' : `, ${clients} ${clients === '1' ? 'client' : 'clients'}`
  return (
    <Section title="Why" aside={`metrics of the largest change: ${test}${at}`}>
      {metrics.length > 1 && (
        <DataTable
          caption="Metrics of the largest change"
          columns={columns(finding)}
          rows={metrics}
          rowKey={({ metric }) => metric}
        />
      )}
      {notRecorded.length > 0 && <p className={style.absent}>Not recorded: {notRecorded.join(', ')}.</p>}
    </Section>
  )
}

const columns = ({ from, to }: FindingDetails): Column<ChangeMetric>[] => [
  {
    key: 'metric',
    header: 'Metric',
    heads: true,
    wraps: true,
    cell: ({ metric, word, unit }) => <span title={`${metric} (${unit})`}>{metricWords(word)}</span>,
  },
  { key: 'before', header: from, numeric: true, wideOnly: true, cell: ({ baseValue }) => valueText(baseValue) },
  { key: 'after', header: to, numeric: true, wideOnly: true, cell: ({ value }) => valueText(value) },
  {
    key: 'size',
    header: 'Change',
    cell: ({ ratio, band }) =>
      ratio !== null && <SizeBar ratio={ratio} low={null} high={null} tone={toneOf(band) ?? 'plain'} />,
  },
  {
    key: 'ratio',
    header: 'Ratio',
    numeric: true,
    cell: ({ ratio, band }) => <span data-tone={toneOf(band)}>{formatRatio(ratio)}</span>,
  },
]

const toneOf = (band: ChangeMetric['band']) => (band === 'worse' || band === 'better' ? band : undefined)
const valueText = (value: number | null) => (value === null ? '–' : formatMetricValue(value))
