import { err, ok } from '@assay/domain/result'
import { NewRunRequest, REQUEST_STATES, Runner, RunRequest } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { type AppErrorCode, appError } from '../errors.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { noRequest, requestRun } from '../run-requests/request-run.ts'
import { answerInProject, answerSent } from './answer-in-project.ts'
import { restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const OfRequest = InProject.extend({ request: z.uuid() })
const PATH = '/api/v1/projects/{project}'
const READ: AppErrorCode[] = ['token-unknown', 'not-found']
const WRITE: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found']
const SENT: AppErrorCode[] = ['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid']
const JSON_TYPE = 'application/json'

/** People and agents request runs; runner-routes.ts has the operations of the machines that execute them. */
export const runRequestRoutes = [
  restRoute({
    method: 'get',
    path: `${PATH}/runners`,
    operationId: 'listRunners',
    summary: 'Machines that execute run requests, with the commands that their owners allowed',
    access: 'read',
    pathSchema: InProject,
    answers: [
      { status: 200, description: 'Runners', mediaType: JSON_TYPE, schema: z.object({ runners: z.array(Runner) }) },
    ],
    errors: READ,
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) =>
        ok(jsonResponse({ runners: await queries.runRequests.listRunners() })),
      ),
  }),
  restRoute({
    method: 'delete',
    path: `${PATH}/runners/{runner}`,
    operationId: 'removeRunner',
    summary: 'Remove a runner that is not used any longer; its attempts stay',
    access: 'upload',
    pathSchema: InProject.extend({ runner: z.string().max(100) }),
    answers: [{ status: 204, description: 'Removed' }],
    errors: WRITE,
    handle: (call) =>
      answerInProject(call, 'manage', async ({ queries }) =>
        (await queries.runRequests.removeRunner(call.path.runner))
          ? ok(new Response(null, { status: 204 }))
          : err(
              appError(
                'not-found',
                `There is no runner ${JSON.stringify(call.path.runner)} in this project. GET …/runners lists them.`,
              ),
            ),
      ),
  }),
  restRoute({
    method: 'post',
    path: `${PATH}/run-requests`,
    operationId: 'requestRun',
    summary: 'Request a run: a runner executes one of its allowed commands',
    description:
      'The request names a command and values of its parameters; the runner checks both against the file of its owner. It ends with one accepted result. Docs: /docs/runners.',
    access: 'upload',
    pathSchema: InProject,
    bodies: [{ mediaType: JSON_TYPE, schema: NewRunRequest, description: 'The command and its parameters' }],
    answers: [{ status: 201, description: 'The request', mediaType: JSON_TYPE, schema: RunRequest }],
    errors: [...WRITE, ...SENT, 'quota-exceeded'],
    handle: (call) => answerSent(call, 'write', (access, sent) => requestRun(access, sent), 201),
  }),
  restRoute({
    method: 'get',
    path: `${PATH}/run-requests`,
    operationId: 'listRunRequests',
    summary: 'Run requests with their attempts, the newest first',
    access: 'read',
    pathSchema: InProject,
    querySchema: z.strictObject({
      state: z.enum(REQUEST_STATES).optional(),
      plan: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answers: [
      {
        ...{ status: 200, description: 'Requests, and how many match', mediaType: JSON_TYPE },
        schema: z.object({ requests: z.array(RunRequest), total: z.int() }),
      },
    ],
    errors: [...READ, 'query-invalid'],
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) => {
        const { state, plan = null, limit } = call.query
        const filter = { states: state === undefined ? [] : [state], planId: plan, limit }
        return ok(jsonResponse(await queries.runRequests.list(filter)))
      }),
  }),
  restRoute({
    method: 'get',
    path: `${PATH}/run-requests/{request}`,
    operationId: 'getRunRequest',
    summary: 'One run request with its attempts',
    access: 'read',
    pathSchema: OfRequest,
    answers: [{ status: 200, description: 'The request', mediaType: JSON_TYPE, schema: RunRequest }],
    errors: READ,
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) => {
        const found = await queries.runRequests.find(call.path.request)
        return found === null ? err(noRequest(call.path.request)) : ok(jsonResponse(found))
      }),
  }),
  restRoute({
    method: 'delete',
    path: `${PATH}/run-requests/{request}`,
    operationId: 'cancelRunRequest',
    summary: 'Cancel a run request; a running attempt is stopped at its next heartbeat',
    access: 'upload',
    pathSchema: OfRequest,
    answers: [{ status: 200, description: 'The request', mediaType: JSON_TYPE, schema: RunRequest }],
    errors: WRITE,
    handle: (call) =>
      answerInProject(call, 'write', async ({ queries }) => {
        const found = await queries.runRequests.cancel(call.path.request)
        return found === null ? err(noRequest(call.path.request)) : ok(jsonResponse(found))
      }),
  }),
  restRoute({
    method: 'get',
    path: `${PATH}/run-attempts/{attempt}/log`,
    operationId: 'readAttemptLog',
    summary: 'Output of an attempt, also while it runs',
    access: 'read',
    pathSchema: InProject.extend({ attempt: z.uuid() }),
    querySchema: z.strictObject({
      after: z.coerce.number().int().min(0).max(2_147_483_647).default(0).describe('`next` of the previous answer'),
    }),
    answers: [
      {
        ...{ status: 200, description: 'Text, and the position after it', mediaType: JSON_TYPE },
        schema: z.object({ text: z.string(), next: z.int() }),
      },
    ],
    errors: [...READ, 'query-invalid'],
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) =>
        ok(jsonResponse(await queries.runRequests.readLog(call.path.attempt, call.query.after))),
      ),
  }),
]
