import { err, ok, type Result } from '@assay/domain/result'
import { MAX_RUNNERS, NewRunRequest, type Runner, type RunRequest } from '@assay/domain/run-requests/run-request'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'

/**
 * Stores a run request. A command that no runner of the project offers is refused, because it would wait for ever; values
 * are checked by the runner, whose file decides.
 */
export async function requestRun({ queries }: ProjectAccess, input: unknown): Promise<Result<RunRequest, AppError>> {
  const parsed = parseInput(NewRunRequest, input)
  if (!parsed.ok) return parsed
  const refused = checkOffered(await queries.runRequests.listRunners(), parsed.value)
  if (refused !== null) return err(appError('document-invalid', refused))
  const created = await queries.runRequests.create(parsed.value)
  if (created !== null) return ok(created)
  return err(appError('quota-exceeded', 'Too many requests wait for runners. Cancel some of them, or wait.'))
}

type Offered = Pick<NewRunRequest, 'command' | 'parameters' | 'labels' | 'runner'>

/** The reason why no runner can execute a request; null when one can, as far as the server knows its allow-list. */
export function checkOffered(runners: readonly Runner[], request: Offered): string | null {
  const { command, parameters, labels, runner } = request
  const able = runners.filter(
    (one) =>
      (runner === null || one.name === runner) &&
      labels.every((label) => one.labels.includes(label)) &&
      one.commands.some(({ name }) => name === command),
  )
  if (able.length === 0) return noRunner(request, runners.length)
  const offered = able.flatMap(({ commands }) => commands.filter(({ name }) => name === command))
  const known = new Set(offered.flatMap((one) => one.parameters.map(({ name }) => name)))
  const unknown = Object.keys(parameters).find((name) => !known.has(name))
  if (unknown === undefined) return null
  return `${command} has no parameter ${JSON.stringify(unknown)}; it has: ${[...known].join(', ') || 'none'}.`
}

function noRunner({ command, labels, runner }: Offered, count: number): string {
  if (count === 0) return 'The project has no runner. Start one on a machine with assay runner (docs/runners.md).'
  const where = runner === null ? 'No runner' : `The runner ${runner} is unknown, or`
  const labeled = labels.length === 0 ? '' : ` with the labels ${labels.join(', ')}`
  return `${where}${labeled} offers the command ${JSON.stringify(command)}. GET …/runners lists runners and their commands.`
}

export const TOO_MANY_RUNNERS: AppError = appError(
  'quota-exceeded',
  `A project has at most ${MAX_RUNNERS} runners, and all of them asked for work within a day. Remove some first.`,
)

export const noRequest = (id: string): AppError =>
  appError('not-found', `There is no run request ${id} in this project. GET …/run-requests lists them.`)

export const noAttempt = (id: string): AppError =>
  appError('not-found', `There is no attempt ${id} in this project. GET …/run-requests/ID lists those of a request.`)
