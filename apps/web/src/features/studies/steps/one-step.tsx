import type { Comparison } from '@assay/domain/compare/comparison'
import { stepCharts, stepDetails, stepTables, withWorkload } from '@assay/domain/studies/steps-details'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { MetricColumnsTable } from '../frame/metric-columns-table.tsx'
import { StudyCharts } from '../frame/study-charts.tsx'
import { findSamples } from './find-samples.ts'
import style from './steps.module.css'

type Props = { project: string; throughput: Comparison; step: string }

/** Metrics of one step, how long its operations took, and what it did from interval to interval. */
export async function OneStep({ project, throughput, step }: Props) {
  const details = await askGrid(project, stepDetails(throughput, step))
  const { metrics, responseTimes } = stepTables(details)
  const { samples, left } = await findSamples(project, step, metrics)
  const charts = stepCharts(step, samples)
  const rowsAre = details.rowDimensions.join(', ')
  return (
    <div className={style.parts}>
      {metrics.map((table) => (
        <MetricColumnsTable
          key={table.values.join(' ')}
          project={project}
          title={withWorkload(`Metrics of ${step}`, table)}
          rowsAre={rowsAre}
          table={table}
          show="absolute"
        />
      ))}
      {responseTimes.length > 0 && (
        <p className={style.about}>
          Percent of responses that took up to the time of the column and longer than that before it; gt is longer than
          16 s, max the longest in seconds. A dash stands for a share that is not 0 and was published as nonzero only.
        </p>
      )}
      {responseTimes.map(({ title, table }) => (
        <MetricColumnsTable
          key={title}
          project={project}
          title={title}
          rowsAre={rowsAre}
          table={table}
          show="absolute"
        />
      ))}
      {charts.length > 0 ? (
        <StudyCharts>
          {charts.map((model) => (
            <StudyChart key={model.id} model={model} />
          ))}
        </StudyCharts>
      ) : (
        <p className={style.about}>No interval samples of this step were uploaded, so there are no charts of it.</p>
      )}
      {left > 0 && <p className={style.about}>{left} more runs may have samples; filter to see theirs.</p>}
    </div>
  )
}
