'use client'

import { useQuery } from '@tanstack/react-query'
import { runPath, seriesPath } from '../../../paths.ts'
import { client } from '../../../trpc/client.ts'
import button from '../../../ui/button.module.css'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import style from './cell-details.module.css'
import type { CellQuery } from './cell-query.ts'
import { formatRatio } from './format-ratio.ts'
import { type MetricLine, prepareCellMetrics } from './prepare-cell-metrics.ts'

type Props = {
  project: string
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

function Metrics({ project, mine, base }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['cell', project, mine, base],
    enabled: mine !== null,
    queryFn: async () => {
      const ask = (cell: CellQuery | null) => (cell === null ? [] : client.comparisons.cell.query({ project, ...cell }))
      const [own, divisor] = await Promise.all([ask(mine), ask(base)])
      return prepareCellMetrics({ mine: own, base: divisor })
    },
  })
  if (mine === null) {
    return <p className={style.note}>To see the other metrics here, put the test on an axis or filter for one test.</p>
  }
  if (error !== null) {
    return (
      <p className={style.note} role="alert">
        The other metrics could not be loaded.{' '}
        <button type="button" className={button.button} onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    )
  }
  if (data === undefined) return <p className={style.note}>Loading the other metrics…</p>
  return <MetricTable lines={data} hasBase={base !== null} />
}

function MetricTable({ lines, hasBase }: { lines: readonly MetricLine[]; hasBase: boolean }) {
  return (
    <table className={style.table}>
      <caption className="visually-hidden">All metrics of this cell</caption>
      <thead>
        <tr>
          <th scope="col">metric</th>
          <th scope="col">value</th>
          {hasBase && <th scope="col">base</th>}
          {hasBase && <th scope="col">ratio</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, unit, about, value, base, ratio }) => (
          <tr key={name}>
            <th scope="row" title={`${about} (${unit})`}>
              {name.replace(/^as-published:/, 'as published ')}
            </th>
            <td>{formatMetricValue(value)}</td>
            {hasBase && <td>{base === null ? '-' : formatMetricValue(base)}</td>}
            {hasBase && <td>{ratio === null ? '-' : formatRatio(ratio)}</td>}
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
