import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { StudyChart } from '../../../charts/study-chart.tsx'
import style from './study-frame.module.css'

/** More charts than this are small, so that they can be compared at a glance. */
const MAX_LARGE = 2
/** Height of a small chart in pixels. */
const SMALL = 220

/** The figure that answers the question of a page; bars keep the height that their names need. */
export function LeadCharts({ models }: { models: readonly ChartModel[] }) {
  if (models.length === 0) return null
  return (
    <section className={style.charts}>
      <h2 className="visually-hidden">Figure</h2>
      {models.map((model) => (
        <StudyChart
          key={model.id}
          model={model}
          {...(models.length > MAX_LARGE && model.draw !== 'rows' ? { height: SMALL } : {})}
        />
      ))}
    </section>
  )
}
