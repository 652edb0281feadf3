import { FIXED_DIMENSIONS } from '@assay/domain/compare/dimension'
import { DEFAULT_RUN_SORT, RunSort } from '@assay/domain/run/run-sort'
import { UploadHistogram } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { createCaller } from '../router.ts'
import { readHistograms } from '../runs/read-histograms.ts'
import { removeRun } from '../runs/remove-run.ts'
import { readDimensionFilters } from './dimension-filters.ts'
import { restRoute } from './route.ts'
import { ProjectBody, RunBody, RunPageBody } from './schemas.ts'

const InProject = z.object({ project: ProjectKey })

const ListQuery = z.looseObject({
  sort: RunSort.shape.key.optional(),
  direction: z.enum(['ascending', 'descending']).optional(),
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
})

export const readRoutes = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects',
    operationId: 'listProjects',
    summary: 'Projects that the caller can read',
    access: 'read',
    pathSchema: z.object({}),
    answers: [
      {
        status: 200,
        description: 'Projects',
        mediaType: 'application/json',
        schema: z.object({ projects: z.array(ProjectBody) }),
      },
    ],
    errors: ['token-unknown'],
    async handle({ services, caller }) {
      return jsonResponse({ projects: await createCaller({ services, caller }).projects.list() })
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/runs',
    operationId: 'listRuns',
    summary: 'Runs, filtered by any dimension, page by page',
    description: `Filters are dimensions by name, repeated for several values: ${FIXED_DIMENSIONS.join(', ')}, param:NAME.`,
    access: 'read',
    pathSchema: InProject,
    querySchema: ListQuery,
    answers: [
      {
        status: 200,
        description: 'A page of runs; pass nextCursor as cursor for the next page',
        mediaType: 'application/json',
        schema: RunPageBody,
      },
    ],
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    async handle({ services, caller, path, query }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const { sort, direction, cursor, limit, ...rest } = query
      const filters = readDimensionFilters(rest)
      if (!filters.ok) return problemResponse(filters.error)
      const page = await access.value.queries.runs.list({
        filters: filters.value,
        sort: { key: sort ?? DEFAULT_RUN_SORT.key, direction: direction ?? DEFAULT_RUN_SORT.direction },
        cursor: cursor ?? null,
        limit: limit ?? 50,
      })
      return jsonResponse(page)
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/runs/{runId}',
    operationId: 'getRun',
    summary: 'One run with its results',
    access: 'read',
    pathSchema: InProject.extend({ runId: z.uuid() }),
    answers: [{ status: 200, description: 'The run', mediaType: 'application/json', schema: RunBody }],
    errors: ['token-unknown', 'not-found'],
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const run = await access.value.queries.runs.find(path.runId)
      return run === null
        ? problemResponse(
            appError('not-found', 'There is no such run in this project. GET …/runs lists the ids of its runs.'),
          )
        : jsonResponse(run)
    },
  }),
  restRoute({
    method: 'delete',
    path: '/api/v1/projects/{project}/runs/{runId}',
    operationId: 'removeRun',
    summary: 'Delete a run with its results, notes and raw files',
    description:
      'This cannot be undone; to keep its numbers, exclude the run instead (invalidations). Shared links and versions of reports do not change. The same content can be uploaded again. Requires a maintainer, or a token with the scope write.',
    access: 'upload',
    pathSchema: InProject.extend({ runId: z.uuid() }),
    answers: [{ status: 204, description: 'Removed' }],
    errors: ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found'],
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'remove')
      if (!access.ok) return problemResponse(access.error)
      const removed = await removeRun(access.value, path.runId)
      return removed.ok ? new Response(null, { status: 204 }) : problemResponse(removed.error)
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/results/{resultId}/samples',
    operationId: 'getSamples',
    summary: 'Interval samples of one result, as columns',
    access: 'read',
    pathSchema: InProject.extend({ resultId: z.uuid() }),
    answers: [
      {
        status: 200,
        description: 'Series',
        mediaType: 'application/json',
        schema: z.object({ series: z.array(z.looseObject({})) }),
      },
    ],
    errors: ['token-unknown', 'not-found'],
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      return jsonResponse({ series: await access.value.queries.samples.forResult(path.resultId) })
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/results/{resultId}/histograms',
    operationId: 'getHistograms',
    summary: 'Distributions of the response times of one result, as in an upload document',
    access: 'read',
    pathSchema: InProject.extend({ resultId: z.uuid() }),
    answers: [
      {
        status: 200,
        description: 'Histograms, one for each operation',
        mediaType: 'application/json',
        schema: z.object({ histograms: z.array(UploadHistogram) }),
      },
    ],
    errors: ['token-unknown', 'not-found'],
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      return jsonResponse({ histograms: await readHistograms(access.value.queries, path.resultId) })
    },
  }),
]
