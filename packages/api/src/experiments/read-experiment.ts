import type { ExperimentRecord, ProjectQueries } from '@assay/db/types'
import { measuredPrimaries } from '@assay/domain/compare/primary-metric'
import { evaluateExperiment } from '@assay/domain/experiments/evaluate-experiment'
import type { Evaluation } from '@assay/domain/experiments/evaluation'
import type { MeasuredRun, MeasuredRuns } from '@assay/domain/experiments/measured-run'
import { err, ok, type Result } from '@assay/domain/result'
import type { Caller, ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { listResults } from '../gates/list-results.ts'

export type EvaluatedExperiment = Pick<ExperimentRecord, 'experiment'> & { evaluation: Evaluation }

const MAX_COMMANDS = 50

/**
 * Evaluates an experiment from its stored runs. Tokens get no result of the holdout workloads before the end, because
 * candidates are created by programs with tokens.
 */
export async function readExperiment(
  { queries }: ProjectAccess,
  caller: Caller,
  slug: string,
): Promise<Result<EvaluatedExperiment, AppError>> {
  const record = await queries.experiments.find(slug)
  if (record === null) return err(noExperiment())
  const { experiment, candidates, runs } = record
  const showsHoldout = caller.kind === 'person' || experiment.endedAt !== null
  const measured = await measuredRuns(queries, record)
  const evaluation = evaluateExperiment({ experiment, candidates, attached: runs, measured, showsHoldout })
  return ok({ experiment, evaluation })
}

export const noExperiment = (): AppError =>
  appError('not-found', 'This project has no experiment with this name. GET …/experiments lists them.')

/** Reads the results, settings and commands of the attached runs. Deleted runs are absent. */
async function measuredRuns(queries: ProjectQueries, { experiment, runs }: ExperimentRecord): Promise<MeasuredRuns> {
  if (runs.length === 0) return { runs: [], tests: [], metrics: [] }
  const ids = runs.map(({ runId }) => runId)
  const summaries = await queries.runs.provenance({ ids, maxCommands: MAX_COMMANDS })
  if (summaries.length === 0) return { runs: [], tests: [], metrics: [] }
  const all = (read: (summary: (typeof summaries)[number]) => string) => [...new Set(summaries.map(read))]
  const filters = {
    ...{ product: all(({ product }) => product), version: all(({ version }) => version) },
    ...{ hardware: all(({ hardware }) => hardware), benchmark: all(({ benchmark }) => benchmark) },
    ...{ workload: all(({ workload }) => workload), config: all(({ config }) => config) },
  }
  const { objective, constraints, paretoMetrics, invariantMetrics } = experiment
  const metrics = [...objective, ...constraints].map(({ metric }) => metric)
  const query = {
    ...{ filters, metrics: [...new Set([...metrics, ...paretoMetrics, ...invariantMetrics])] },
    ...{ newestOnly: false, allSteps: false },
  }
  const [set, settings] = await Promise.all([
    listResults(queries, query, `The environment of ${experiment.title}`),
    settingsByConfig(queries, new Set(all(({ configId }) => configId))),
  ])
  const byRun = Map.groupBy(set.points, ({ runId }) => runId)
  const byId = new Map(summaries.map((summary) => [summary.id, summary]))
  const measured = runs.flatMap((run): MeasuredRun[] => {
    const summary = byId.get(run.runId)
    if (summary === undefined) return []
    const { workload, commands, configId } = summary
    const points = byRun.get(run.runId) ?? []
    return [{ ...run, workload, commands, points, settings: settings.get(configId) ?? {} }]
  })
  return { runs: measured, tests: measuredPrimaries(set), metrics: set.metrics }
}

async function settingsByConfig({ configs }: ProjectQueries, ids: ReadonlySet<string>) {
  return new Map((await configs.list()).flatMap(({ id, settings }) => (ids.has(id) ? [[id, settings] as const] : [])))
}
