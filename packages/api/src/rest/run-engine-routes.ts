import { err, ok } from '@assay/domain/result'
import { ENGINES, NewRunEngine, RunEngine } from '@assay/domain/run-engines/run-engine'
import { RUN_NAME, RunLease } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { type AppErrorCode, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { noRequest } from '../run-requests/request-run.ts'
import { saveEngine } from '../run-requests/save-engine.ts'
import { answerInProject, answerSent } from './answer-in-project.ts'
import { restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const OfRunner = InProject.extend({ runner: z.string().regex(RUN_NAME) })
const PATH = '/api/v1/projects/{project}'
const JSON_TYPE = 'application/json'
const WRITE: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found']
const SENT: AppErrorCode[] = [
  'body-malformed',
  'body-too-large',
  'content-type-unknown',
  'document-invalid',
  'conflict',
]

const Saved = z.object({
  ...{ runner: z.string(), engine: z.enum(ENGINES), address: z.string() },
  secret: z.string().describe('signs each message (Assay-Signature); it is not shown again'),
})
const JobLease = z.strictObject({ runner: z.string().regex(RUN_NAME).describe('the runner that was started') })

/** Engines such as GitHub Actions, Buildkite and Jenkins: the server starts a job, which leases the request. */
export const runEngineRoutes = [
  restRoute({
    method: 'put',
    path: `${PATH}/run-engines/{runner}`,
    operationId: 'saveRunEngine',
    summary: 'Let jobs of an engine execute run requests',
    description:
      'For each request that one of its commands can execute, the server starts a job by a signed message. The job runs `assay runner FILE --request ID`. Docs: /docs/runners.',
    access: 'upload',
    pathSchema: OfRunner,
    bodies: [{ mediaType: JSON_TYPE, schema: NewRunEngine, description: 'The engine' }],
    answers: [{ status: 200, description: 'The signing secret', mediaType: JSON_TYPE, schema: Saved }],
    errors: [...WRITE, ...SENT, 'query-invalid'],
    handle: (call) =>
      answerSent(call, 'write', (access, sent) => saveEngine(call.services, access, call.path.runner, sent)),
  }),
  restRoute({
    method: 'get',
    path: `${PATH}/run-engines`,
    operationId: 'listRunEngines',
    summary: 'Engines with their newest messages and the answers to them',
    access: 'upload',
    pathSchema: InProject,
    answers: [
      {
        ...{ status: 200, description: 'Engines', mediaType: JSON_TYPE },
        schema: z.object({ engines: z.array(RunEngine) }),
      },
    ],
    errors: WRITE,
    handle: (call) =>
      answerInProject(call, 'write', async ({ queries }) =>
        ok(jsonResponse({ engines: await queries.runEngines.list() })),
      ),
  }),
  restRoute({
    method: 'delete',
    path: `${PATH}/run-engines/{runner}`,
    operationId: 'removeRunEngine',
    summary: 'Remove an engine and its runner; its attempts stay',
    access: 'upload',
    pathSchema: OfRunner,
    answers: [{ status: 204, description: 'Removed' }],
    errors: WRITE,
    handle: (call) =>
      answerInProject(call, 'write', async ({ queries }) =>
        (await queries.runEngines.remove(call.path.runner))
          ? ok(new Response(null, { status: 204 }))
          : err(appError('not-found', `There is no engine ${call.path.runner}. GET …/run-engines lists them.`)),
      ),
  }),
  restRoute({
    method: 'post',
    path: `${PATH}/run-requests/{request}/leases`,
    operationId: 'leaseOneRunRequest',
    summary: 'Lease the request for which an engine started this job',
    access: 'upload',
    pathSchema: InProject.extend({ request: z.uuid() }),
    bodies: [{ mediaType: JSON_TYPE, schema: JobLease, description: 'The runner' }],
    answers: [
      {
        ...{ status: 200, description: 'The lease; null when the request does not wait', mediaType: JSON_TYPE },
        schema: z.object({ lease: RunLease.nullable() }),
      },
    ],
    errors: [...WRITE, ...SENT],
    handle: (call) =>
      answerSent(call, 'upload', async ({ queries }, sent) => {
        const input = parseInput(JobLease, sent)
        if (!input.ok) return input
        const { runRequests } = queries
        const [request, runners] = await Promise.all([runRequests.find(call.path.request), runRequests.listRunners()])
        if (request === null) return err(noRequest(call.path.request))
        const runner = runners.find(({ name }) => name === input.value.runner)
        const offers = runner?.commands.some(({ name }) => name === request.command) === true
        if (runner?.kind !== 'webhook' || !offers || (request.runner !== null && request.runner !== runner.name)) {
          const detail = `${input.value.runner} is not an engine that offers ${request.command}. PUT …/run-engines/NAME adds one.`
          return err(appError('conflict', detail))
        }
        return ok({ lease: await runRequests.leaseFor(request.id, runner.name) })
      }),
  }),
]
