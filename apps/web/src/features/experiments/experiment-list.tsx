import { ratioWords } from '@assay/domain/experiments/score-words'
import { docPath, experimentPath, newExperimentPath } from '../../paths.ts'
import type { EvaluatedExperiment, ExperimentSummary } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { hoursWords } from './hours-words.ts'

type Props = {
  project: string
  experiments: readonly ExperimentSummary[]
  /** The newest of them with their scores. */
  evaluated: readonly EvaluatedExperiment[]
}

/** The experiments of a project, newest first. */
export function ExperimentList({ project, experiments, evaluated }: Props) {
  const withBest = evaluated.filter(({ evaluation }) => evaluation.best.length > 0).length
  return (
    <>
      <PageHeader
        title={
          experiments.length === 0
            ? 'Experiments'
            : `${countOf(experiments.length, 'experiment')}, ${withBest} with a candidate that is better than its base`
        }
        summary={`An experiment searches for a better candidate: each one has a score with its interval, and is kept only when fresh repeats confirm it.`}
        actions={
          <a href={newExperimentPath(project)} className={button.button}>
            New experiment
          </a>
        }
      />
      {experiments.length === 0 ? (
        <EmptyState title="No experiments yet">
          <p>
            Create one with the button above, with <code>assay experiment create</code> or by REST:{' '}
            <a href={docPath('experiments')}>steps</a>. <code>npm run demo:experiment</code> in a checkout runs an
            example.
          </p>
        </EmptyState>
      ) : (
        <DataTable
          caption="Experiments"
          stacks
          columns={columns(project, evaluated)}
          rows={experiments}
          rowKey={({ id }) => id}
        />
      )}
    </>
  )
}

const columns = (project: string, evaluated: readonly EvaluatedExperiment[]): Column<ExperimentSummary>[] => [
  {
    key: 'title',
    header: 'Experiment',
    heads: true,
    wraps: true,
    cell: ({ slug, title }) => <a href={experimentPath(project, slug)}>{title}</a>,
  },
  { key: 'state', header: 'State', cell: ({ endedAt }) => (endedAt === null ? 'running' : 'ended') },
  {
    key: 'best',
    header: 'Best score',
    about: 'ratio of the best confirmed candidate to the base, with its 95% interval',
    numeric: true,
    cell: ({ slug }) => {
      const best = evaluated.find(({ experiment }) => experiment.slug === slug)?.evaluation.best.at(-1)
      return best === undefined ? '–' : ratioWords(best)
    },
  },
  { key: 'hardware', header: 'Hardware', cell: ({ hardware }) => hardware },
  { key: 'benchmark', header: 'Benchmark', wideOnly: true, cell: ({ benchmark }) => benchmark },
  { key: 'candidates', header: 'Candidates', numeric: true, cell: ({ candidates }) => candidates },
  { key: 'runs', header: 'Runs', numeric: true, wideOnly: true, cell: ({ runs }) => runs },
  {
    key: 'budget',
    header: 'Budget used',
    numeric: true,
    cell: ({ machineSeconds, budgetHours }) => `${hoursWords(machineSeconds / 3600)} of ${hoursWords(budgetHours)}`,
  },
  { key: 'created', header: 'Created', wideOnly: true, cell: ({ createdAt }) => formatDate(createdAt) },
]
