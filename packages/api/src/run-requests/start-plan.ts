import { err, ok, type Result } from '@assay/domain/result'
import { draftPlan, type PlanDraft } from '@assay/domain/run-plans/draft-plan'
import { NewRunPlan, type RunPlan } from '@assay/domain/run-plans/run-plan'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { checkOffered } from './request-run.ts'

type Drafted = { settings: NewRunPlan; draft: PlanDraft; secondsOf: (value: string) => number | null }

/** Plans runs without starting them: their order, and the machine time by the durations of earlier runs. */
export async function previewPlan(
  { queries }: Pick<ProjectAccess, 'queries'>,
  input: unknown,
): Promise<Result<Drafted, AppError>> {
  const parsed = parseInput(NewRunPlan, input)
  if (!parsed.ok) return parsed
  const settings = parsed.value
  const { command, labels, runner, vary, parameters, values } = settings
  const all = { ...parameters, [vary]: values[0] ?? '' }
  const refused = checkOffered(await queries.runRequests.listRunners(), { command, labels, runner, parameters: all })
  if (refused !== null) return err(appError('document-invalid', refused))
  const seconds = new Map<string, number | null>()
  for (const value of values) {
    seconds.set(value, await queries.runRequests.estimate({ command, parameters: { ...parameters, [vary]: value } }))
  }
  const secondsOf = (value: string) => seconds.get(value) ?? null
  return ok({ settings, draft: draftPlan(settings, secondsOf), secondsOf })
}

/** Starts a plan. Its first requests wait for a runner at once. */
export async function startPlan(
  access: Pick<ProjectAccess, 'queries'>,
  input: unknown,
): Promise<Result<RunPlan, AppError>> {
  const drafted = await previewPlan(access, input)
  if (!drafted.ok) return drafted
  const { settings, draft, secondsOf } = drafted.value
  const { seconds } = draft.time
  return ok(
    await access.queries.runRequests.createPlan(settings, {
      ...{ title: draft.title, values: draft.values, estimates: draft.values.map(secondsOf) },
      machineSeconds: seconds === 0 ? null : seconds,
    }),
  )
}

export const noPlan = (id: string): AppError =>
  appError('not-found', `There is no plan ${id} in this project. GET …/run-plans lists them.`)
