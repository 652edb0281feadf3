'use client'

import { type PairedMetric, pairMetrics } from '@assay/domain/compare/explain/paired-metrics'
import { formatRatio } from '@assay/domain/compare/format-cell'
import { runPath, seriesPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import { SizeBar } from '../../../ui/size-bar.tsx'
import style from './cell-details.module.css'
import type { CellQuery } from './cell-query.ts'
import { useCellResults } from './use-cell-results.ts'

type Props = {
  project: string
  /** The main metric of the cell. */
  metric: string
  mine: CellQuery | null
  /** The baseline cell of this one, when it is on the page. */
  base: CellQuery | null
  runIds: readonly string[]
  /** The query of the series that contains the cell; null when it is ambiguous. */
  series: string | null
}

/** Every metric of the results of a cell vs its base, and the runs. */
export function CellDetails(props: Props) {
  return (
    <>
      <Metrics {...props} />
      <Runs project={props.project} runIds={props.runIds} series={props.series} />
    </>
  )
}

function Metrics({ project, metric, mine, base }: Props) {
  const { data, error, refetch } = useCellResults(project, mine, base)
  if (mine === null) {
    return <p className={style.note}>To see the other metrics here, put the test on an axis or filter for one test.</p>
  }
  if (error !== null) {
    return (
      <p className={style.note} role="alert">
        The other metrics could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  }
  if (data === undefined) return <p className={style.note}>Loading the other metrics…</p>
  const { key, others } = pairMetrics(metric, data.own, data.base)
  return <MetricTable metrics={[...key, ...others]} hasBase={base !== null} />
}

function MetricTable({ metrics, hasBase }: { metrics: readonly PairedMetric[]; hasBase: boolean }) {
  return (
    <table className={style.table}>
      <caption className="visually-hidden">All metrics of this cell</caption>
      <thead>
        <tr>
          <th scope="col">metric</th>
          {hasBase && <th scope="col">base</th>}
          <th scope="col">value</th>
          {hasBase && (
            <>
              <td aria-hidden="true" />
              <th scope="col">ratio</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {metrics.map(({ name, unit, about, value, base, ratio, tone }) => (
          <tr key={name}>
            <th scope="row" title={`${about} (${unit})`}>
              {name.replace(/^as-published:/, 'as published ')}
            </th>
            {hasBase && <td>{base === null ? '-' : formatMetricValue(base)}</td>}
            <td>{formatMetricValue(value)}</td>
            {hasBase && (
              <>
                <td className={style.bar} aria-hidden="true">
                  {ratio !== null && <SizeBar ratio={ratio} low={null} high={null} tone={tone ?? 'plain'} width={56} />}
                </td>
                <td data-tone={tone ?? undefined}>{ratio === null ? '-' : formatRatio(ratio)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Runs({ project, runIds, series }: Pick<Props, 'project' | 'runIds' | 'series'>) {
  return (
    <p className={style.runs}>
      {runIds.map((id, index) => (
        <a key={id} href={runPath(project, id)}>
          {runIds.length === 1 ? 'Open the run' : index === 0 ? 'Newest run' : `Run ${index + 1}`}
        </a>
      ))}
      {series !== null && <a href={seriesPath(project, series)}>Over versions</a>}
    </p>
  )
}
