import { DimensionName } from '@assay/domain/compare/dimension'
import { err, ok } from '@assay/domain/result'
import { OnConflict } from '@assay/domain/run/on-conflict'
import { DEFAULT_RUN_SORT, RunSort } from '@assay/domain/run/run-sort'
import { z } from 'zod'
import { ProjectKey, projectProcedure, removingProcedure } from '../access/project-input.ts'
import { tokenProject } from '../access/resolve-access.ts'
import { orNotFound } from '../or-not-found.ts'
import { orThrow, procedure, router } from '../trpc.ts'
import { readHistograms } from './read-histograms.ts'
import { readResponseTimes } from './read-response-times.ts'
import { removeRun } from './remove-run.ts'
import { checkUpload, uploadRun } from './upload-run.ts'

export const DimensionFilters = z.partialRecord(DimensionName, z.array(z.string()).min(1))

const RunListInput = z.object({
  filters: DimensionFilters.default({}),
  sort: RunSort.default(DEFAULT_RUN_SORT),
  cursor: z.string().max(2_000).nullable().default(null),
  limit: z.int().min(1).max(500).default(50),
})

const UploadInput = z.object({
  project: ProjectKey.optional(),
  document: z.unknown(),
  onConflict: OnConflict.default('stop'),
})

export const runsRouter = router({
  /** Stores one run under the caller's token; the same use-case as PUT /api/v1/runs/{runId}. */
  upload: procedure.input(UploadInput).mutation(async ({ ctx, input }) => {
    const access = orThrow(tokenProject(ctx.services, ctx.caller, 'upload', input.project))
    return orThrow(
      await uploadRun(ctx.services, access, {
        input: input.document,
        onConflict: input.onConflict,
        budget: ctx.budget,
      }),
    )
  }),
  /**
   * Checks a document like `upload` and stores nothing. The CLI calls it for every run of a push before it sends the
   * first.
   */
  checkUpload: procedure.input(UploadInput).mutation(async ({ ctx, input }) => {
    const access = orThrow(tokenProject(ctx.services, ctx.caller, 'upload', input.project))
    const refusal = await checkUpload(access, { input: input.document, onConflict: input.onConflict })
    return orThrow(refusal === null ? ok(null) : err(refusal))
  }),
  list: projectProcedure.input(RunListInput).query(({ ctx, input }) => ctx.access.queries.runs.list(input)),
  /** The runs that match the filters, with the facets of each dimension. */
  observed: projectProcedure
    .input(z.object({ filters: DimensionFilters.default({}) }))
    .query(({ ctx, input }) => ctx.access.queries.dimensions.facets({ filters: input.filters, allSteps: true })),
  get: projectProcedure
    .input(z.object({ runId: z.uuid() }))
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.runs.find(input.runId), 'run')),
  /** Pages that show the run, listed before it is removed. */
  references: removingProcedure
    .input(z.object({ runId: z.uuid() }))
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.runs.references(input.runId), 'run')),
  /**
   * Deletes a run with its results, notes and raw files. It cannot be undone; shared links and published reports stay.
   */
  remove: removingProcedure.input(z.object({ runId: z.uuid() })).mutation(async ({ ctx, input }) => {
    orThrow(await removeRun(ctx.access, input.runId))
  }),
  samples: projectProcedure
    .input(z.object({ resultId: z.uuid() }))
    .query(({ ctx, input }) => ctx.access.queries.samples.forResult(input.resultId)),
  /** Distributions of the response times of a result, as an upload document has them. */
  histograms: projectProcedure
    .input(z.object({ resultId: z.uuid() }))
    .query(({ ctx, input }) => readHistograms(ctx.access.queries, input.resultId)),
  /** Percentile curves of a result, with those of other versions in the same place. */
  responseTimes: projectProcedure
    .input(z.object({ runId: z.uuid(), resultId: z.uuid() }))
    .query(({ ctx, input }) => readResponseTimes(ctx.access.queries, input)),
  /** The differences between two runs. */
  diff: projectProcedure.input(z.object({ a: z.uuid(), b: z.uuid() })).query(async ({ ctx, input }) => {
    const facts = orNotFound(await ctx.access.queries.runs.diffFacts(input), 'pair of runs')
    return { facts: facts.filter(({ a, b }) => a !== b), same: facts.filter(({ a, b }) => a === b).length }
  }),
})
