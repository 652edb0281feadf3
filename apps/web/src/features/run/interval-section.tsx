import { intervalCharts } from '@assay/domain/publish/chart/interval-charts'
import { StudyChart } from '../../charts/study-chart.tsx'
import { resultPath, samplesJsonPath } from '../../paths.ts'
import type { RunDetails, SampleSeries } from '../../trpc/answers.ts'
import { countOf } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import style from './interval-section.module.css'

type Props = { project: string; run: RunDetails; sampled: { resultId: string; series: readonly SampleSeries[] } }

/** Sample series of one result, with a chart for each sampled metric. */
export function IntervalSection({ project, run, sampled }: Props) {
  const withSamples = run.results.filter(({ samples }) => samples.length > 0)
  const shown = run.results.find(({ id }) => id === sampled.resultId)
  if (shown === undefined) return null
  const charts = intervalCharts(sampled.series)
  return (
    <Section
      title={`Over time: ${shown.test}, ${countOf(shown.clients, 'client')}`}
      id="over-time"
      aside={<a href={samplesJsonPath(project, shown.id)}>all samples as JSON</a>}
    >
      <nav aria-label="Results with samples" className={style.others}>
        {withSamples.map(({ id, test, clients }) => (
          <a key={id} href={resultPath(project, run.id, id)} aria-current={id === shown.id ? 'true' : undefined}>
            {test} · {clients}
          </a>
        ))}
      </nav>
      {charts.length === 0 && <p>This result has no samples; choose another result above.</p>}
      <div className={style.charts}>
        {charts.map((model) => (
          <StudyChart key={model.id} model={model} height={200} />
        ))}
      </div>
    </Section>
  )
}
