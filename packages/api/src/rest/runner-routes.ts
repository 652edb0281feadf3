import { redact } from '@assay/domain/parse/redact'
import { err, ok, type Result } from '@assay/domain/result'
import {
  AttemptResult,
  HEARTBEAT_SECONDS,
  LEASE_SECONDS,
  NewRunner,
  RUN_NAME,
  RunLease,
} from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, type AppErrorCode, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { advancePlan } from '../run-requests/advance-plan.ts'
import { noAttempt, TOO_MANY_RUNNERS } from '../run-requests/request-run.ts'
import { waitForLease } from '../run-requests/wait-for-lease.ts'
import { answerSent } from './answer-in-project.ts'
import { restRoute } from './route.ts'

const MAX_WAIT_SECONDS = 25
const MAX_CHUNK = 64_000

const InProject = z.object({ project: ProjectKey })
const OfRunner = InProject.extend({ runner: z.string().regex(RUN_NAME) })
const OfAttempt = InProject.extend({ attempt: z.uuid() })
const PATH = '/api/v1/projects/{project}'
const JSON_TYPE = 'application/json'
const ERRORS: AppErrorCode[] = [
  ...(['token-missing', 'token-unknown', 'scope-missing', 'not-found'] as const),
  ...(['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid'] as const),
]

const LeaseRequest = z.strictObject({
  session: z.int().min(1).describe('of the registration'),
  waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(20).describe('how long to wait for a request'),
})
const Heartbeat = z.strictObject({
  fencingToken: z.int().min(1),
  log: z
    .strictObject({ number: z.int().min(0).max(2_147_483_647), text: z.string().max(MAX_CHUNK) })
    .optional()
    .describe('output since the last heartbeat, numbered from 0'),
})
const Registered = z.object({ session: z.int(), leaseSeconds: z.int(), heartbeatSeconds: z.int() })

/** Operations of runners: register, lease, send heartbeats, report the result. A runner token has the scope `upload`. */
export const runnerRoutes = [
  restRoute({
    method: 'put',
    path: `${PATH}/runners/{runner}`,
    operationId: 'registerRunner',
    summary: 'Register a machine that executes run requests',
    description: 'A second registration by the same name ends the session of the first; it gets no leases any longer.',
    access: 'upload',
    pathSchema: OfRunner,
    bodies: [{ mediaType: JSON_TYPE, schema: NewRunner, description: 'Labels and allowed commands' }],
    answers: [{ status: 200, description: 'The session', mediaType: JSON_TYPE, schema: Registered }],
    errors: [...ERRORS, 'quota-exceeded'],
    handle: (call) =>
      answerSent(call, 'upload', async ({ queries }, sent) => {
        const runner = parseInput(NewRunner, sent)
        if (!runner.ok) return runner
        const session = await queries.runRequests.registerRunner(call.path.runner, runner.value)
        if (session === 'too-many') return err(TOO_MANY_RUNNERS)
        return ok({ session, leaseSeconds: LEASE_SECONDS, heartbeatSeconds: HEARTBEAT_SECONDS })
      }),
  }),
  restRoute({
    method: 'post',
    path: `${PATH}/runners/{runner}/leases`,
    operationId: 'leaseRunRequest',
    summary: 'Lease the next run request, or wait for one (long polling)',
    description:
      'A runner calls this when it is idle. Its attempts that still run are lost, and their requests are leased again. A lease expires without heartbeats; its fencing token proves that it is the newest one.',
    access: 'upload',
    pathSchema: OfRunner,
    bodies: [{ mediaType: JSON_TYPE, schema: LeaseRequest, description: 'The session' }],
    answers: [
      {
        ...{ status: 200, description: 'The lease; null when no request came', mediaType: JSON_TYPE },
        schema: z.object({ lease: RunLease.nullable() }),
      },
    ],
    errors: [...ERRORS, 'conflict'],
    handle: (call) =>
      answerSent(call, 'upload', async (access, sent) => {
        const input = parseInput(LeaseRequest, sent)
        if (!input.ok) return input
        const { session, waitSeconds } = input.value
        const waiting = { name: call.path.runner, session, waitMs: waitSeconds * 1_000, signal: call.request.signal }
        const lease = await waitForLease(call.services, access, waiting)
        return lease === 'superseded' ? err(superseded(call.path.runner)) : ok({ lease })
      }),
  }),
  restRoute({
    method: 'post',
    path: `${PATH}/run-attempts/{attempt}/heartbeats`,
    operationId: 'extendLease',
    summary: 'Extend the lease of an attempt, and append to its log',
    access: 'upload',
    pathSchema: OfAttempt,
    bodies: [{ mediaType: JSON_TYPE, schema: Heartbeat, description: 'The fencing token, and output' }],
    answers: [
      {
        ...{ status: 200, description: 'The new expiry', mediaType: JSON_TYPE },
        schema: z.object({ expiresAt: z.iso.datetime() }),
      },
    ],
    errors: [...ERRORS, 'conflict'],
    handle: (call) =>
      answerSent(call, 'upload', async (access, sent) => {
        const input = parseInput(Heartbeat, sent)
        return input.ok ? extendLease(access, call.path.attempt, input.value) : input
      }),
  }),
  restRoute({
    method: 'put',
    path: `${PATH}/run-attempts/{attempt}/result`,
    operationId: 'reportAttempt',
    summary: 'Report the result of an attempt; one result of each request is accepted',
    description:
      'Upload the runs first. Without the newest fencing token of the request the result is refused (409), and the runner discards it. Sending the same report again is safe.',
    access: 'upload',
    pathSchema: OfAttempt,
    bodies: [{ mediaType: JSON_TYPE, schema: AttemptResult, description: 'Outcome and ids of the uploaded runs' }],
    answers: [
      {
        ...{ status: 200, description: 'The state of the attempt', mediaType: JSON_TYPE },
        schema: z.object({ state: z.enum(['accepted', 'lost', 'running']) }),
      },
    ],
    errors: [...ERRORS, 'conflict'],
    handle: (call) =>
      answerSent(call, 'upload', async (access, sent) => {
        const input = parseInput(AttemptResult, sent)
        return input.ok ? reportAttempt(access, call.path.attempt, input.value) : input
      }),
  }),
]

async function extendLease(
  { queries }: ProjectAccess,
  attempt: string,
  { fencingToken, log }: z.infer<typeof Heartbeat>,
): Promise<Result<object, AppError>> {
  const answer = await queries.runRequests.heartbeat(attempt, fencingToken)
  if (!answer.held) return err(appError('conflict', answer.reason))
  // Output is stored without passwords and tokens, as raw files are.
  if (log !== undefined && log.text !== '') {
    await queries.runRequests.appendLog(attempt, fencingToken, { ...log, text: redact(log.text.replaceAll('\0', '')) })
  }
  return ok({ expiresAt: answer.expiresAt })
}

async function reportAttempt(
  { queries }: ProjectAccess,
  attempt: string,
  result: AttemptResult,
): Promise<Result<object, AppError>> {
  const answer = await queries.runRequests.finish(attempt, result)
  if (answer.stored) {
    const plan = answer.planId === null ? null : await queries.runRequests.findPlan(answer.planId)
    if (plan?.state === 'active') await advancePlan(queries, plan)
    return ok({ state: answer.state })
  }
  if (answer.code === 'not-found') return err(noAttempt(attempt))
  return err(appError(answer.code === 'superseded' ? 'conflict' : 'document-invalid', answer.reason))
}

const superseded = (runner: string): AppError =>
  appError(
    'conflict',
    `Another process has registered as the runner ${runner}, or it was removed. Only one can be it: stop the other one, or give this one another name.`,
  )
