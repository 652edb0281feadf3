import { packChart } from '@assay/charts/view/pack-chart'
import { bestSoFarChart, paretoChart, scoresChart } from '@assay/domain/experiments/experiment-charts'
import { ratioWords } from '@assay/domain/experiments/score-words'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { findKnownMetric } from '@assay/domain/run/metric'
import { PackedChart } from '../../charts/packed-chart.tsx'
import { experimentsPath } from '../../paths.ts'
import type { EvaluatedExperiment } from '../../trpc/api-types.ts'
import { Facts } from '../../ui/facts.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { CandidateChanges } from './candidate-changes.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { EndExperiment } from './end-experiment.tsx'
import style from './experiment.module.css'
import { FirstSteps } from './first-steps.tsx'
import { hoursWords } from './hours-words.ts'
import { LineageTree } from './lineage-tree.tsx'

const CHART_HEIGHT = 240

type Props = {
  project: string
  evaluated: EvaluatedExperiment
  /** Number of the candidate whose long change is drawn. */
  shownChange?: number | null
}

/** One experiment: best so far, candidates with scores and decisions, Pareto front, lineage and budget. */
export function ExperimentScreen({ project, evaluated: { experiment, evaluation }, shownChange = null }: Props) {
  const { candidates, best } = evaluation
  const charts = [bestSoFarChart(evaluation), scoresChart(candidates)]
  const pareto = experiment.paretoMetrics.map((metric) =>
    paretoChart(candidates, metric, findKnownMetric(metric)?.better ?? 'neither'),
  )
  const flagged = candidates.filter(({ stage }) => stage === 'flagged')
  return (
    <>
      <PageHeader
        above={<a href={experimentsPath(project)}>Experiments</a>}
        title={[experiment.title, ...headline(evaluation)].join(': ')}
        summary={experiment.description ?? undefined}
      />
      {evaluation.budget.isExhausted && experiment.endedAt === null && (
        <Notice title="The budget is used up.">No further run is accepted.</Notice>
      )}
      {evaluation.base.notes.length > 0 && (
        <Notice title="Runs of the base are missing or not counted.">{evaluation.base.notes.join('; ')}.</Notice>
      )}
      {flagged.length > 0 && (
        <Notice title={`${countOf(flagged.length, 'candidate')} flagged.`}>
          {flagged.length === 1 ? 'It has' : 'They have'} no score; the reasons are below.
        </Notice>
      )}
      <div className={style.columns}>
        <Section title="Progress" aside={best.length === 0 ? 'no candidate is confirmed yet' : undefined}>
          <Charts models={charts} />
        </Section>
        <ExperimentFacts evaluated={{ experiment, evaluation }} />
      </div>
      {candidates.length === 0 && experiment.endedAt === null && (
        <FirstSteps project={project} slug={experiment.slug} />
      )}
      <Section title="Candidates" aside="score: ratio to the base with its 95% interval">
        <CandidateTable
          project={project}
          candidates={candidates}
          hasEnded={experiment.endedAt !== null}
          showsHoldout={experiment.holdoutWorkloads.length > 0 && !evaluation.isHoldoutHidden}
        />
      </Section>
      {pareto.some((model) => model !== null) && (
        <Section title="Pareto front">
          <Charts models={pareto} />
        </Section>
      )}
      <Section title="Lineage" aside="each candidate below its first parent">
        <LineageTree base={experiment.base} candidates={candidates} hasEnded={experiment.endedAt !== null} />
      </Section>
      <CandidateChanges project={project} slug={experiment.slug} candidates={candidates} shownChange={shownChange} />
      {experiment.endedAt === null && <EndExperiment project={project} slug={experiment.slug} />}
    </>
  )
}

/** "candidate 5 of 9 is the best, score 16.44 (10.23 to 26.42)"; nothing before there are candidates. */
function headline({ best, candidates }: EvaluatedExperiment['evaluation']): string[] {
  const last = best.at(-1)
  if (candidates.length === 0) return []
  if (last === undefined) return [`none of ${countOf(candidates.length, 'candidate')} is confirmed yet`]
  return [`candidate ${last.candidate} of ${candidates.length} is the best, score ${ratioWords(last)}`]
}

const Charts = ({ models }: { models: readonly (ChartModel | null)[] }) => (
  <div className={style.charts}>
    {models.map((model) =>
      model === null ? null : <PackedChart key={model.id} packed={packChart(model)} height={CHART_HEIGHT} />,
    )}
  </div>
)

function ExperimentFacts({ evaluated: { experiment, evaluation } }: Pick<Props, 'evaluated'>) {
  const { budget, base } = evaluation
  const { holdoutWorkloads, objective, constraints, workloads, minImprovement } = experiment
  const weights = objective.map(({ metric, weight }) => (objective.length === 1 ? metric : `${metric} (${weight})`))
  const limits = constraints.map(({ metric, min, max }) =>
    [metric, min === undefined ? '' : `at least ${min}x`, max === undefined ? '' : `at most ${max}x`]
      .filter(Boolean)
      .join(' '),
  )
  return (
    <aside className={style.facts} aria-label="Facts">
      <Facts
        facts={[
          { name: 'State', value: experiment.endedAt === null ? 'running' : 'ended' },
          { name: 'Budget', value: `${hoursWords(budget.used)} of ${hoursWords(budget.hours)} used` },
          { name: 'Base', value: `${experiment.base}; ${countOf(base.repeats, 'repeat')}` },
          {
            name: 'Luck',
            value:
              base.luckiest === null
                ? ''
                : `the best single repeat of the base has a score of ${base.luckiest.toFixed(2)}`,
          },
          { name: 'Objective', value: `geometric mean of ${weights.join(', ')}` },
          { name: 'Constraints', value: limits.join(', ') || 'none' },
          { name: 'Improvement', value: `worth keeping from ${(100 * minImprovement).toFixed(0)}%` },
          { name: 'Hardware', value: experiment.hardware },
          { name: 'Benchmark', value: experiment.benchmark },
          { name: 'Workloads', value: workloads.join(', ') },
          {
            name: 'Holdout',
            value:
              holdoutWorkloads.length === 0
                ? 'none'
                : `${holdoutWorkloads.join(', ')}; ${experiment.endedAt === null ? 'hidden from tokens until the end' : 'revealed'}`,
          },
        ]}
      />
    </aside>
  )
}
