import { NewRunPlan } from '@assay/domain/run-plans/run-plan'
import { NewRunRequest, REQUEST_STATES } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { orNotFound } from '../or-not-found.ts'
import { orThrow, router } from '../trpc.ts'
import { requestRun } from './request-run.ts'
import { previewPlan, startPlan } from './start-plan.ts'

/** The input of a procedure has the project as well, which the strict schemas of REST refuse. */
const PlanInput = NewRunPlan.strip()
const RequestInput = NewRunRequest.strip()

/** Run requests and runners for pages and agents; runners use REST (`runner-routes.ts`). */
export const runRequestsRouter = router({
  runners: projectProcedure.query(({ ctx }) => ctx.access.queries.runRequests.listRunners()),

  list: projectProcedure
    .input(
      z.object({
        states: z.array(z.enum(REQUEST_STATES)).default([]),
        planId: z.uuid().nullable().default(null),
        limit: z.int().min(1).max(500).default(100),
      }),
    )
    .query(({ ctx, input: { states, planId, limit } }) =>
      ctx.access.queries.runRequests.list({ states, planId, limit }),
    ),

  get: projectProcedure
    .input(z.object({ id: z.uuid() }))
    .query(async ({ ctx, input: { id } }) => orNotFound(await ctx.access.queries.runRequests.find(id), 'run request')),

  log: projectProcedure
    .input(z.object({ attemptId: z.uuid(), after: z.int().min(0).max(2_147_483_647).default(0) }))
    .query(({ ctx, input: { attemptId, after } }) => ctx.access.queries.runRequests.readLog(attemptId, after)),

  plans: projectProcedure.query(({ ctx }) => ctx.access.queries.runRequests.listPlans({ states: [], limit: 50 })),

  plan: projectProcedure
    .input(z.object({ id: z.uuid() }))
    .query(async ({ ctx, input: { id } }) => orNotFound(await ctx.access.queries.runRequests.findPlan(id), 'plan')),

  previewPlan: writingProcedure
    .input(PlanInput)
    .query(async ({ ctx, input: { project: _, ...plan } }) => orThrow(await previewPlan(ctx.access, plan)).draft),

  startPlan: writingProcedure
    .input(PlanInput)
    .mutation(async ({ ctx, input: { project: _, ...plan } }) => orThrow(await startPlan(ctx.access, plan))),

  cancelPlan: writingProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input: { id } }) =>
      orNotFound(await ctx.access.queries.runRequests.cancelPlan(id), 'plan'),
    ),

  create: writingProcedure
    .input(RequestInput)
    .mutation(async ({ ctx, input: { project: _, ...request } }) => orThrow(await requestRun(ctx.access, request))),

  cancel: writingProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input: { id } }) =>
      orNotFound(await ctx.access.queries.runRequests.cancel(id), 'run request'),
    ),
})
