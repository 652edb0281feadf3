import { percentileCharts } from '@assay/domain/publish/chart/percentile-charts'
import { StudyChart } from '../../charts/study-chart.tsx'
import { histogramsJsonPath, responseTimesPath } from '../../paths.ts'
import type { ResponseTimes, RunDetails } from '../../trpc/api-types.ts'
import { countOf } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import style from './result-charts.module.css'
import { ResultLinks } from './result-links.tsx'

type Props = { project: string; run: RunDetails; timed: { resultId: string; curves: ResponseTimes } }

/** Percentile curves of one result, with those of other versions on the same machine. */
export function ResponseTimesSection({ project, run, timed }: Props) {
  const shown = run.results.find(({ id }) => id === timed.resultId)
  if (shown === undefined) return null
  return (
    <Section
      title={`Response times: ${shown.test}, ${countOf(shown.clients, 'client')}`}
      id="response-times"
      aside={<a href={histogramsJsonPath(project, shown.id)}>histograms as JSON</a>}
    >
      <ResultLinks
        label="Results with histograms"
        results={run.results.filter(({ histograms }) => histograms.length > 0)}
        shown={shown.id}
        pathOf={(id) => responseTimesPath(project, run.id, id)}
      />
      <div className={style.charts}>
        {percentileCharts(timed.curves).map((model) => (
          <StudyChart key={model.id} model={model} height={280} />
        ))}
      </div>
    </Section>
  )
}
