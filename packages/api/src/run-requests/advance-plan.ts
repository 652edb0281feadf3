import { scopeOf } from '@assay/db/open'
import type { ProjectQueries } from '@assay/db/types'
import { plural } from '@assay/domain/plural'
import { type Measured, nextBisectStep } from '@assay/domain/run-plans/bisect'
import type { RunPlan } from '@assay/domain/run-plans/run-plan'
import type { RunRequest } from '@assay/domain/run-requests/run-request'
import { geometricMean } from '@assay/domain/stats/geometric-mean'
import type { Services } from '../services.ts'

/** Requests that one plan can have, with the further rounds of a bisection. */
const MAX_REQUESTS = 5_000

const MAX_PLANS = 200

/** Ends leases without heartbeats, and continues the active plans of all projects. */
export async function advanceAllPlans({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const project of await db.projects.list()) {
    const queries = db.in(scopeOf(project))
    await queries.runRequests.expireLeases()
    for (const plan of await queries.runRequests.listPlans({ states: ['active'], limit: MAX_PLANS })) {
      await advancePlan(queries, plan)
    }
  }
}

/**
 * Continues a plan after a result: a bisection measures its next value, and a plan without open requests ends. Called twice at the same time it adds the same requests once.
 */
export async function advancePlan(queries: ProjectQueries, plan: RunPlan): Promise<void> {
  const { requests } = await queries.runRequests.list({ states: [], planId: plan.id, limit: MAX_REQUESTS })
  if (requests.some(({ state }) => state === 'waiting' || state === 'leased')) return
  if (plan.settings.kind !== 'bisect') {
    await queries.runRequests.finishPlan(plan.id, summaryOf(requests))
    return
  }
  const { values, repeats } = plan.settings
  const step = nextBisectStep(await measuredValues(queries, plan, requests), repeats)
  if (step.kind === 'measure') {
    const next = Array.from({ length: step.runs }, () => values[step.at] ?? '')
    await queries.runRequests.addToPlan(plan, requests.length, next)
    return
  }
  await queries.runRequests.finishPlan(plan.id, conclusionOf(plan, step))
}

function summaryOf(requests: readonly RunRequest[]): string {
  const succeeded = requests.filter((request) => outcomeOf(request) === 'succeeded').length
  const others = requests.length - succeeded
  const failed = others === 0 ? '' : `; ${plural(others, 'request')} without a run`
  return `${plural(succeeded, 'run')} measured${failed}.`
}

function conclusionOf(
  { settings: { values } }: RunPlan,
  step: Exclude<ReturnType<typeof nextBisectStep>, { kind: 'measure' }>,
) {
  switch (step.kind) {
    case 'found': {
      const skipped = values.slice(step.good + 1, step.bad)
      const may = skipped.length === 0 ? '' : ` ${skipped.join(', ')} could not be measured, and may have it instead.`
      return `${values[step.bad]} has the change, ${values[step.good]} does not.${may}`
    }
    case 'same-ends':
      return `${values[0]} and ${values.at(-1)} differ by less than 5%, so there is no change to find.`
    case 'unmeasured-end':
      return `${values[step.at]} could not be measured.`
  }
}

const outcomeOf = (request: RunRequest) => request.attempts.find(({ state }) => state === 'accepted')?.outcome ?? null

/** The measurements of each value of a bisection. A value whose requests all ended without a run is skipped. */
async function measuredValues(
  queries: ProjectQueries,
  { settings: { values, vary, metric, test } }: RunPlan,
  requests: readonly RunRequest[],
): Promise<Measured[]> {
  const measured = values.map(() => ({ measurements: [] as number[], isSkipped: false, tried: 0 }))
  for (const request of requests) {
    const value = measured[values.indexOf(request.parameters[vary] ?? '')]
    if (value === undefined) continue
    value.tried++
    for (const runId of request.attempts.flatMap(({ state, runIds }) => (state === 'accepted' ? runIds : []))) {
      const level = levelOf(await queries.runs.find(runId), metric ?? '', test)
      if (level !== null) value.measurements.push(level)
    }
  }
  return measured.map(({ measurements, tried }) => ({
    measurements,
    isSkipped: tried > 0 && measurements.length < tried,
  }))
}

type StoredRun = Awaited<ReturnType<ProjectQueries['runs']['find']>>

/** The value of a test in a run, or the geometric mean of all tests; null when the run lacks it. */
function levelOf(run: StoredRun, metric: string, test: string | null): number | null {
  const position = run?.metrics.findIndex(({ name }) => name === metric) ?? -1
  const values = (run?.results ?? [])
    .filter((result) => test === null || result.test === test)
    .flatMap((result) => result.values[position] ?? [])
    .filter((value) => value > 0)
  return values.length === 0 ? null : geometricMean(values)
}
