import { NewStoredRule, StoredRule } from '@assay/domain/findings/series/rule'
import { readSeriesQuery } from '@assay/domain/findings/series/series-query'
import { thinSeries } from '@assay/domain/findings/series/thin-series'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { type AppErrorCode, appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readSeries, withRunFilters } from '../series/read-series.ts'
import { previewRule, removeRule, saveRule } from '../series/write-rules.ts'
import { answerSent } from './answer-in-project.ts'
import { type RestRoute, restRoute } from './route.ts'
import { DrawnSeriesBody, RulePreviewBody, SeriesBody } from './series-schemas.ts'

const InProject = z.object({ project: ProjectKey })
const RULES = '/api/v1/projects/{project}/series-rules'
const READ: AppErrorCode[] = ['token-unknown', 'not-found']
const SENT: AppErrorCode[] = [...READ, 'body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid']
const MANAGE: AppErrorCode[] = ['token-missing', 'scope-missing']

const json = (description: string, schema: z.ZodType) => [
  { status: 200, description, mediaType: 'application/json', schema },
]
const body = [
  { mediaType: 'application/json', schema: NewStoredRule, description: 'The scope of the rule, and the rule' },
]

export const seriesRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/series',
    operationId: 'readSeries',
    summary: 'Series with their levels and changes',
    description:
      'The query is that of the series page: filters by dimension, metrics, order, rule; `run` sets the missing filters to the dimensions of that run. `points=drawn` returns the points that a chart draws, as columns. docs/series.md describes both.',
    access: 'read',
    pathSchema: InProject,
    querySchema: z.looseObject({ points: z.enum(['all', 'drawn']).default('all') }),
    answers: json('At most twelve series, the longest', z.union([SeriesBody, DrawnSeriesBody])),
    errors: [...READ, 'query-invalid'],
    async handle({ url, services, caller, path, query: { points } }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const asked = new URLSearchParams(url.searchParams)
      asked.delete('points')
      const { query, problems } = readSeriesQuery(asked)
      const [problem] = problems
      if (problem !== undefined) return problemResponse(appError('query-invalid', `${problem}.`))
      const placed = await withRunFilters(access.value, query)
      if (!placed.ok) return problemResponse(placed.error)
      const series = await readSeries(access.value, placed.value)
      return jsonResponse(points === 'drawn' ? thinSeries(series) : series)
    },
  }),
  restRoute({
    method: 'get',
    path: RULES,
    operationId: 'listSeriesRules',
    summary: 'Rules that detect changes of series',
    access: 'read',
    pathSchema: InProject,
    answers: json('By test, metric and hardware', z.object({ rules: z.array(StoredRule) })),
    errors: READ,
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'read')
      return access.ok
        ? jsonResponse({ rules: await access.value.queries.rules.list() })
        : problemResponse(access.error)
    },
  }),
  restRoute({
    method: 'post',
    path: `${RULES}/trials`,
    operationId: 'trySeriesRule',
    summary: 'Evaluate a rule on the history; nothing is stored',
    access: 'read',
    pathSchema: InProject,
    bodies: body,
    answers: json(
      'Flags, false flags between pairs known to be equal, and missed changes, compared with the default rule',
      RulePreviewBody,
    ),
    errors: SENT,
    handle: (call) => answerSent(call, 'read', previewRule),
  }),
  restRoute({
    method: 'post',
    path: RULES,
    operationId: 'saveSeriesRule',
    summary: 'Create a rule, or replace the one with that scope',
    access: 'upload',
    pathSchema: InProject,
    bodies: body,
    answers: json('As it is stored', StoredRule),
    errors: [...MANAGE, ...SENT],
    handle: (call) => answerSent(call, 'manage', saveRule),
  }),
  restRoute({
    method: 'delete',
    path: `${RULES}/{id}`,
    operationId: 'removeSeriesRule',
    summary: 'Delete a rule',
    access: 'upload',
    pathSchema: InProject.extend({ id: z.uuid() }),
    answers: [{ status: 204, description: 'Deleted' }],
    errors: [...MANAGE, ...READ],
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'manage')
      if (!access.ok) return problemResponse(access.error)
      const removed = await removeRule(access.value, path.id)
      return removed.ok ? new Response(null, { status: 204 }) : problemResponse(removed.error)
    },
  }),
]
