import { err, ok } from '@assay/domain/result'
import { formatMachineTime } from '@assay/domain/run-plans/draft-plan'
import { MachineTime, NewRunPlan, RunPlan } from '@assay/domain/run-plans/run-plan'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { AppErrorCode } from '../errors.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { noPlan, previewPlan, startPlan } from '../run-requests/start-plan.ts'
import { answerInProject, answerSent } from './answer-in-project.ts'
import { restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const OfPlan = InProject.extend({ plan: z.uuid() })
const PATH = '/api/v1/projects/{project}/run-plans'
const JSON_TYPE = 'application/json'
const READ: AppErrorCode[] = ['token-unknown', 'not-found']
const WRITE: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found']
const SENT: AppErrorCode[] = ['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid']

const Preview = z.object({
  title: z.string(),
  values: z.array(z.string()).describe('the value of each run, in the order of the runs'),
  machineTime: MachineTime.describe('by the durations of earlier runs'),
  summary: z.string().describe('the machine time in words'),
})

/** Plans: the server decides which runs are requested, and in which order. */
export const runPlanRoutes = [
  restRoute({
    method: 'post',
    path: `${PATH}/preview`,
    operationId: 'previewRunPlan',
    summary: 'Plan runs without starting them: their order and machine hours',
    access: 'upload',
    pathSchema: InProject,
    bodies: [{ mediaType: JSON_TYPE, schema: NewRunPlan, description: 'The plan' }],
    answers: [{ status: 200, description: 'Runs and machine time', mediaType: JSON_TYPE, schema: Preview }],
    errors: [...WRITE, ...SENT],
    handle: (call) =>
      answerSent(call, 'write', async (access, sent) => {
        const drafted = await previewPlan(access, sent)
        if (!drafted.ok) return drafted
        const { title, values, time } = drafted.value.draft
        return ok({ title, values, machineTime: time, summary: formatMachineTime(time) })
      }),
  }),
  restRoute({
    method: 'post',
    path: PATH,
    operationId: 'startRunPlan',
    summary: 'Start a plan: repeat, confirm, interleave, backfill or bisect',
    description:
      'Its requests wait for a runner. A bisection requests its next runs when it has the results of the last.',
    access: 'upload',
    pathSchema: InProject,
    bodies: [{ mediaType: JSON_TYPE, schema: NewRunPlan, description: 'The plan' }],
    answers: [{ status: 201, description: 'The started plan', mediaType: JSON_TYPE, schema: RunPlan }],
    errors: [...WRITE, ...SENT],
    handle: (call) => answerSent(call, 'write', (access, sent) => startPlan(access, sent), 201),
  }),
  restRoute({
    method: 'get',
    path: PATH,
    operationId: 'listRunPlans',
    summary: 'Plans, the newest first',
    access: 'read',
    pathSchema: InProject,
    querySchema: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answers: [
      { status: 200, description: 'Plans', mediaType: JSON_TYPE, schema: z.object({ plans: z.array(RunPlan) }) },
    ],
    errors: [...READ, 'query-invalid'],
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) => {
        const plans = await queries.runRequests.listPlans({ states: [], limit: call.query.limit })
        return ok(jsonResponse({ plans }))
      }),
  }),
  restRoute({
    method: 'get',
    path: `${PATH}/{plan}`,
    operationId: 'getRunPlan',
    summary: 'One plan with its conclusion; listRunRequests has its requests',
    access: 'read',
    pathSchema: OfPlan,
    answers: [{ status: 200, description: 'The plan', mediaType: JSON_TYPE, schema: RunPlan }],
    errors: READ,
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) => {
        const plan = await queries.runRequests.findPlan(call.path.plan)
        return plan === null ? err(noPlan(call.path.plan)) : ok(jsonResponse(plan))
      }),
  }),
  restRoute({
    method: 'delete',
    path: `${PATH}/{plan}`,
    operationId: 'cancelRunPlan',
    summary: 'Cancel a plan with its open requests; its runs stay',
    access: 'upload',
    pathSchema: OfPlan,
    answers: [{ status: 200, description: 'The plan', mediaType: JSON_TYPE, schema: RunPlan }],
    errors: WRITE,
    handle: (call) =>
      answerInProject(call, 'write', async ({ queries }) => {
        const plan = await queries.runRequests.cancelPlan(call.path.plan)
        return plan === null ? err(noPlan(call.path.plan)) : ok(jsonResponse(plan))
      }),
  }),
]
