import { intervalCharts } from '@assay/domain/publish/chart/interval-charts'
import { StudyChart } from '../../charts/study-chart.tsx'
import { resultPath, samplesJsonPath } from '../../paths.ts'
import type { RunDetails, SampleSeries } from '../../trpc/api-types.ts'
import { countOf } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import style from './result-charts.module.css'
import { ResultLinks } from './result-links.tsx'

type Props = { project: string; run: RunDetails; sampled: { resultId: string; series: readonly SampleSeries[] } }

/** Sample series of one result, with a chart for each sampled metric. */
export function IntervalSection({ project, run, sampled }: Props) {
  const shown = run.results.find(({ id }) => id === sampled.resultId)
  if (shown === undefined) return null
  const charts = intervalCharts(sampled.series)
  return (
    <Section
      title={`Over time: ${shown.test}, ${countOf(shown.clients, 'client')}`}
      id="over-time"
      aside={<a href={samplesJsonPath(project, shown.id)}>all samples as JSON</a>}
    >
      <ResultLinks
        label="Results with samples"
        results={run.results.filter(({ samples }) => samples.length > 0)}
        shown={shown.id}
        pathOf={(id) => resultPath(project, run.id, id)}
      />
      {charts.length === 0 && <p>This result has no samples; choose another result above.</p>}
      <div className={style.charts}>
        {charts.map((model) => (
          <StudyChart key={model.id} model={model} height={200} />
        ))}
      </div>
    </Section>
  )
}
