import type { ExperimentRefusal } from '@assay/db/types'
import type { CandidateEvaluation, Evaluation } from '@assay/domain/experiments/evaluation'
import { type Experiment, NewCandidate, NewExperiment } from '@assay/domain/experiments/experiment'
import { SignedRecord } from '@assay/domain/experiments/run-record'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import type { Caller, ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { refuseWithoutRoom } from '../notes/write-notes.ts'
import { noExperiment, readExperiment } from './read-experiment.ts'
import { verifyRecord } from './verify-record.ts'

// Use-cases of experiments for REST and tRPC. Callers have checked the access.

export async function createExperiment(
  { project, queries }: ProjectAccess,
  input: unknown,
): Promise<Result<Experiment, AppError>> {
  const sent = parseInput(NewExperiment, input)
  if (!sent.ok) return sent
  if (sent.value.holdoutWorkloads.length > 0 && project.visibility === 'public') {
    const detail =
      'Everybody can read the results of a public project, so it cannot hide holdout workloads. Use a private project, or leave holdoutWorkloads out.'
    return err(
      appError('document-invalid', detail, [{ pointer: '/holdoutWorkloads', message: 'needs a private project' }]),
    )
  }
  const full = refuseWithoutRoom('experiments', await queries.experiments.list(), sent.value)
  if (full !== null) return err(full)
  const created = await queries.experiments.create(sent.value)
  if (created !== null) return ok(created)
  return err(appError('conflict', `There is an experiment ${sent.value.slug} already. Choose another slug.`))
}

export async function endExperiment({ queries }: ProjectAccess, slug: string): Promise<Result<Experiment, AppError>> {
  const ended = await queries.experiments.end(slug)
  return ended === null ? err(noExperiment()) : ok(ended)
}

/** The answer to a candidate: its decision, and the state of the experiment that a search needs. */
export type CandidateDecision = CandidateEvaluation & Pick<Evaluation, 'best' | 'budget'>

export async function proposeCandidate(
  { queries }: ProjectAccess,
  slug: string,
  input: unknown,
): Promise<Result<{ number: number }, AppError>> {
  const sent = parseInput(NewCandidate, input)
  if (!sent.ok) return sent
  const proposed = await queries.experiments.propose(slug, sent.value)
  return 'refused' in proposed ? err(refusalError(proposed.refused)) : ok(proposed)
}

export const NewAttachment = z
  .strictObject({
    runId: z.uuid(),
    /** The record that assay exec signed; a run without it is unattested. */
    record: SignedRecord.nullish(),
  })
  .meta({ id: 'NewAttachment', description: 'A stored run that measured the candidate' })

type Attachment = { slug: string; number: number; input: unknown }

/** Attaches a stored run to a candidate, and returns the decision with that run. */
export async function attachRun(
  access: ProjectAccess,
  caller: Caller,
  attachment: Attachment,
): Promise<Result<CandidateDecision | BaseState, AppError>> {
  const attached = await storeAttachment(access, attachment)
  return attached.ok ? decisionOf(access, caller, attachment.slug, attachment.number) : attached
}

/** Attaches a stored run without a decision, for histories that are loaded as a whole. */
export async function storeAttachment(
  access: ProjectAccess,
  { slug, number, input }: Attachment,
): Promise<Result<{ position: number }, AppError>> {
  const sent = parseInput(NewAttachment, input)
  if (!sent.ok) return sent
  const { experiments, runs } = access.queries
  const [found, run] = await Promise.all([experiments.find(slug), runs.find(sent.value.runId)])
  if (found === null) return err(noExperiment())
  if (run === null) return err(appError('not-found', 'There is no such run in this project. Upload it first.'))
  const { startedAt, finishedAt } = run
  if (startedAt === null || finishedAt === null || secondsBetween(startedAt, finishedAt) === 0) {
    const detail = `Run ${run.id} does not state a startedAt before its finishedAt, which the budget counts. Upload it with both.`
    return err(appError('conflict', detail))
  }
  const { hardware, benchmark, workloads, holdoutWorkloads } = found.experiment
  const isExpected =
    run.hardware === hardware &&
    run.benchmark === benchmark &&
    [...workloads, ...holdoutWorkloads].includes(run.workload)
  if (number === 0 && !isExpected) {
    const expected = `${benchmark} on ${hardware} with one of ${[...workloads, ...holdoutWorkloads].join(', ')}`
    const own = `${run.benchmark} on ${run.hardware} with ${run.workload}`
    return err(appError('conflict', `The base is measured by ${expected}, and run ${run.id} is ${own}.`))
  }
  const signed = sent.value.record ?? null
  const key = signed === null ? null : await verifyRecord(access, signed, { run, slug, candidate: number })
  if (key !== null && !key.ok) return key
  const stated = signed?.record ?? null
  const attached = await experiments.attach(slug, {
    ...{ candidate: number, runId: run.id, record: signed, runnerKeyId: key?.value.id ?? null },
    machineSeconds: Math.max(secondsBetween(startedAt, finishedAt), stated === null ? 0 : stated.seconds),
    isAttested: stated !== null && stated.separateUser !== null,
    ...{ command: stated?.command ?? null, binarySha256: stated?.binarySha256 ?? null },
    ...{ filesSha256: stated?.filesSha256 ?? null },
    ...{ finishedRuns: stated?.counter.finished ?? null, failedRuns: stated?.counter.failed ?? null },
  })
  return 'refused' in attached ? err(refusalError(attached.refused)) : ok(attached)
}

const secondsBetween = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

/** The answer to a run of the base. */
export type BaseState = { number: 0; repeats: number; runIds: string[] } & Pick<Evaluation, 'best' | 'budget'>

/** Returns the current decision about a candidate; for the base, its number of repeats. */
export async function decisionOf(
  access: ProjectAccess,
  caller: Caller,
  slug: string,
  number: number,
): Promise<Result<CandidateDecision | BaseState, AppError>> {
  const read = await readExperiment(access, caller, slug)
  if (!read.ok) return read
  const { base, best, budget, candidates } = read.value.evaluation
  if (number === 0) {
    const attached = (await access.queries.experiments.find(slug))?.runs ?? []
    const runIds = attached.filter((run) => run.candidate === 0).map(({ runId }) => runId)
    return ok({ number: 0, repeats: base.repeats, runIds, best, budget })
  }
  const candidate = candidates.find((one) => one.number === number)
  return candidate === undefined ? err(refusalError('no-candidate')) : ok({ ...candidate, best, budget })
}

const REFUSALS = {
  'no-experiment': ['not-found', 'This project has no experiment with this name. GET …/experiments lists them.'],
  'no-candidate': ['not-found', 'The experiment has no candidate with this number. Propose it first.'],
  'no-parent': ['document-invalid', 'A parent is the number of an earlier candidate; 0 is the base.'],
  ended: ['conflict', 'The experiment has ended, so it accepts no candidates and runs.'],
  'budget-used': ['conflict', 'The budget of machine hours is used up. Nothing was attached. End the experiment.'],
  'attached-elsewhere': ['conflict', 'The run is attached to another candidate of this experiment.'],
  'too-long': [
    'quota-exceeded',
    'The diffs of all candidates of an experiment have at most 8 million characters. Send a shorter one, or its commit.',
  ],
  limit: ['quota-exceeded', 'The experiment has the maximum number of candidates or runs. Start another one.'],
} as const satisfies Record<ExperimentRefusal, readonly [AppError['code'], string]>

function refusalError(refusal: ExperimentRefusal): AppError {
  const [code, detail] = REFUSALS[refusal]
  return appError(code, detail)
}
