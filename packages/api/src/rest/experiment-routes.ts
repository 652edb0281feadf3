import { NewCandidate, NewExperiment } from '@assay/domain/experiments/experiment'
import { NewRunnerKey } from '@assay/domain/experiments/run-record'
import { Slug } from '@assay/domain/findings/notes/note-text'
import { ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { AppError, AppErrorCode } from '../errors.ts'
import { addRunnerKey } from '../experiments/add-runner-key.ts'
import { DecisionBody, EvaluatedBody, ExperimentBody, RunnerKeyBody } from '../experiments/experiment-schemas.ts'
import { readExperiment } from '../experiments/read-experiment.ts'
import {
  attachRun,
  createExperiment,
  decisionOf,
  endExperiment,
  NewAttachment,
  proposeCandidate,
} from '../experiments/write-experiments.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { deletedOrNotFound } from '../notes/write-notes.ts'
import { answerInProject, answerSent } from './answer-in-project.ts'
import { type RestRoute, restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const WithSlug = InProject.extend({ slug: Slug })
const WithCandidate = WithSlug.extend({ number: z.coerce.number().int().min(0).max(2_147_483_647) })

const READ: AppErrorCode[] = ['token-unknown', 'not-found', 'too-heavy']
const END: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'not-found']
const WRITE: AppErrorCode[] = [
  ...END,
  ...(['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid', 'conflict'] as const),
]

const EXPERIMENTS = '/api/v1/projects/{project}/experiments'

const json = (description: string, schema: z.ZodType, status = 200) => [
  { status, description, mediaType: 'application/json', schema },
]
const body = (schema: z.ZodType, description: string) => [{ mediaType: 'application/json', schema, description }]
const asJson = (answer: Result<object, AppError>): Result<Response, AppError> =>
  answer.ok ? ok(jsonResponse(answer.value)) : answer

const KEYS = '/api/v1/projects/{project}/runner-keys'

export const experimentRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: KEYS,
    operationId: 'listRunnerKeys',
    summary: 'Public keys of runners, oldest first',
    access: 'read',
    pathSchema: InProject,
    answers: json('Keys', z.object({ keys: z.array(RunnerKeyBody) })),
    errors: READ,
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) =>
        ok(jsonResponse({ keys: await queries.experiments.keys.list() })),
      ),
  }),
  restRoute({
    method: 'post',
    path: KEYS,
    operationId: 'addRunnerKey',
    summary: 'Register the public key of a runner, whose signed records then attest runs',
    access: 'upload',
    pathSchema: InProject,
    bodies: body(NewRunnerKey, 'The key'),
    answers: json('The key', RunnerKeyBody, 201),
    errors: WRITE,
    handle: (call) => answerSent(call, 'write', addRunnerKey, 201),
  }),
  restRoute({
    method: 'delete',
    path: `${KEYS}/{id}`,
    operationId: 'revokeRunnerKey',
    summary: 'Revoke the key of a runner; runs that it attested stay attested',
    access: 'upload',
    pathSchema: InProject.extend({ id: z.uuid() }),
    answers: [{ status: 204, description: 'Revoked' }],
    errors: END,
    handle: (call) =>
      answerInProject(call, 'write', async ({ queries }) => {
        const revoked = deletedOrNotFound(await queries.experiments.keys.revoke(call.path.id), 'runner key')
        return revoked.ok ? ok(new Response(null, { status: 204 })) : revoked
      }),
  }),
  restRoute({
    method: 'get',
    path: EXPERIMENTS,
    operationId: 'listExperiments',
    summary: 'Experiments, newest first',
    access: 'read',
    pathSchema: InProject,
    answers: json('Experiments', z.object({ experiments: z.array(ExperimentBody) })),
    errors: READ,
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) =>
        ok(jsonResponse({ experiments: await queries.experiments.list() })),
      ),
  }),
  restRoute({
    method: 'post',
    path: EXPERIMENTS,
    operationId: 'createExperiment',
    summary: 'Create an experiment: environment, objective, constraints, invariants and budget',
    description: 'Its base is candidate 0. Measure it first.',
    access: 'upload',
    pathSchema: InProject,
    bodies: body(NewExperiment, 'The experiment'),
    answers: json('The experiment', ExperimentBody, 201),
    errors: [...WRITE, 'quota-exceeded'],
    handle: (call) => answerSent(call, 'write', createExperiment, 201),
  }),
  restRoute({
    method: 'get',
    path: `${EXPERIMENTS}/{slug}`,
    operationId: 'getExperiment',
    summary: 'An experiment with all candidates, their scores with intervals, decisions and the best so far',
    description: 'A token gets no result of the holdout workloads before the experiment ends.',
    access: 'read',
    pathSchema: WithSlug,
    answers: json('The experiment', EvaluatedBody),
    errors: READ,
    handle: (call) =>
      answerInProject(call, 'read', async (access) =>
        asJson(await readExperiment(access, call.caller, call.path.slug)),
      ),
  }),
  restRoute({
    method: 'post',
    path: `${EXPERIMENTS}/{slug}/end`,
    operationId: 'endExperiment',
    summary: 'End an experiment, which reveals the results of the holdout workloads',
    access: 'upload',
    pathSchema: WithSlug,
    answers: json('The experiment', ExperimentBody),
    errors: END,
    handle: (call) =>
      answerInProject(call, 'write', async (access) => asJson(await endExperiment(access, call.path.slug))),
  }),
  restRoute({
    method: 'post',
    path: `${EXPERIMENTS}/{slug}/candidates`,
    operationId: 'proposeCandidate',
    summary: 'Propose a candidate',
    access: 'upload',
    pathSchema: WithSlug,
    bodies: body(NewCandidate, 'The candidate'),
    answers: json('Its number', z.object({ number: z.int() }), 201),
    errors: [...WRITE, 'quota-exceeded'],
    handle: (call) => answerSent(call, 'upload', (access, sent) => proposeCandidate(access, call.path.slug, sent), 201),
  }),
  restRoute({
    method: 'post',
    path: `${EXPERIMENTS}/{slug}/candidates/{number}/runs`,
    operationId: 'attachCandidateRun',
    summary: 'Attach a stored run to a candidate (0 for the base), and get the decision',
    access: 'upload',
    pathSchema: WithCandidate,
    bodies: body(NewAttachment, 'The run'),
    answers: json('Keep, reject, or measure more with the number of repeats', DecisionBody),
    errors: [...WRITE, 'quota-exceeded', 'too-heavy'],
    handle: (call) => {
      const { slug, number } = call.path
      return answerSent(call, 'upload', (access, input) => attachRun(access, call.caller, { slug, number, input }))
    },
  }),
  restRoute({
    method: 'get',
    path: `${EXPERIMENTS}/{slug}/candidates/{number}/decision`,
    operationId: 'getCandidateDecision',
    summary: 'The current decision about a candidate, for a token with the scope upload',
    description: 'A token that can only upload reads no results of the project, so a candidate can have it.',
    access: 'upload',
    pathSchema: WithCandidate,
    answers: json('Keep, reject, or measure more with the number of repeats', DecisionBody),
    errors: [...END, 'too-heavy'],
    handle: (call) =>
      answerInProject(call, 'upload', async (access) =>
        asJson(await decisionOf(access, call.caller, call.path.slug, call.path.number)),
      ),
  }),
]
