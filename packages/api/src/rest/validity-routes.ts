import { Invalidation, NewInvalidation } from '@assay/domain/run/validity/invalidation'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import type { AppErrorCode } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import { excludeResults, includeResults } from '../validity/exclude-results.ts'
import { type RestRoute, restRoute } from './route.ts'

const OfRun = z.object({ project: ProjectKey, runId: z.uuid() })
const PATH = '/api/v1/projects/{project}/runs/{runId}/invalidations'
const ERRORS: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'not-found']

export const validityRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'post',
    path: PATH,
    operationId: 'invalidate',
    summary: 'Exclude a run, or one of its results, from means and bands, with a reason',
    description:
      'Its numbers stay visible with the reason, the name of the token and the date; docs/validity.md lists the other validity flags.',
    access: 'upload',
    pathSchema: OfRun,
    bodies: [{ mediaType: 'application/json', schema: NewInvalidation, description: 'The reason' }],
    answers: [
      { status: 201, description: 'The stored exclusion', mediaType: 'application/json', schema: Invalidation },
    ],
    errors: [...ERRORS, 'body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid'],
    async handle({ request, services, caller, path: { project, runId } }) {
      // Access is checked before the body is read.
      const access = await projectFor(services, caller, project, 'write')
      if (!access.ok) return problemResponse(access.error)
      const body = await readJson(request, caller)
      if (!body.ok) return problemResponse(body.error)
      const made = await excludeResults({ services, caller, project }, { runId, input: body.value })
      return made.ok ? jsonResponse(made.value, { status: 201 }) : problemResponse(made.error)
    },
  }),
  restRoute({
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'withdrawInvalidation',
    summary: 'Include an excluded run or result again; the run keeps the history of both',
    access: 'upload',
    pathSchema: OfRun.extend({ id: z.uuid() }),
    answers: [
      { status: 200, description: 'The stored exclusion', mediaType: 'application/json', schema: Invalidation },
    ],
    errors: ERRORS,
    async handle({ services, caller, path: { project, ...of } }) {
      const withdrawn = await includeResults({ services, caller, project }, of)
      return withdrawn.ok ? jsonResponse(withdrawn.value) : problemResponse(withdrawn.error)
    },
  }),
]
