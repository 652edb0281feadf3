import { FlatValue } from '@assay/db/flat-value'
import { FIXED_DIMENSIONS } from '@assay/domain/compare/dimension'
import { err, ok } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { moveIfPossible } from '../http/move-request.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { answerInProject } from './answer-in-project.ts'
import { readDimensionFilters } from './dimension-filters.ts'
import { restRoute } from './route.ts'

const MAX_VALUES = 50_000
/** Writing more of them as JSON takes tens of milliseconds of an event loop. */
const MANY_VALUES = 2_000

const time = z.iso.datetime({ offset: true })
const ValueQuery = z.looseObject({
  metric: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('name of a metric; can be repeated'),
  from: time.optional().describe('only runs that started at this time or later'),
  to: time.optional().describe('only runs that started at this time or earlier'),
  after: z.string().max(400).optional().describe('`horizon` of an earlier answer: only runs that changed since'),
  cursor: z.string().max(400).optional().describe('`nextCursor` of the previous page'),
  limit: z.coerce.number().int().min(1).max(MAX_VALUES).default(10_000),
})

const ValuePageBody = z.object({
  values: z.array(FlatValue),
  nextCursor: z.string().nullable(),
  horizon: z.string().describe('state of the data; that of the first page is `after` of the next export'),
  changedRuns: z
    .array(z.string())
    .nullable()
    .describe('with `after`: runs that were stored, changed or removed; their earlier values are replaced'),
})

/** Values of results as flat rows: for data frames, dashboards, and an incremental export. */
export const valueRoutes = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/values',
    operationId: 'listValues',
    summary: 'Every value of results with the names of its run, test and metric, page by page',
    description: `The columns are those of docs/archive.md. Filters are dimensions by name, repeated for several values: ${FIXED_DIMENSIONS.join(', ')}, param:NAME. To export only changes, pass the horizon of the first page of the last export as \`after\`, and replace the values of \`changedRuns\`.`,
    access: 'read',
    limit: 'export',
    pathSchema: z.object({ project: ProjectKey }),
    querySchema: ValueQuery,
    answers: [{ status: 200, description: 'A page of values', mediaType: 'application/json', schema: ValuePageBody }],
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    handle: (call) =>
      answerInProject(call, 'read', async ({ queries }) => {
        const { metric, from, to, after, cursor, limit, ...rest } = call.query
        const filters = readDimensionFilters(rest)
        if (!filters.ok) return filters
        if (limit > MANY_VALUES) await moveIfPossible()
        const page = await queries.values.list({
          filters: filters.value,
          metrics: metric === undefined ? null : [metric].flat(),
          from: from === undefined ? null : Date.parse(from),
          to: to === undefined ? null : Date.parse(to),
          ...{ after: after ?? null, cursor: cursor ?? null, limit },
        })
        return page === 'unknown' || page === 'too many changes' ? err(REFUSALS[page]) : ok(jsonResponse(page))
      }),
  }),
]

const REFUSALS = {
  unknown: appError(
    'query-invalid',
    'The cursor or horizon does not belong to this list. Pass nextCursor or horizon of an earlier answer, or neither.',
  ),
  'too many changes': appError(
    'query-invalid',
    'More than 20,000 runs changed since that horizon. Leave out `after` to export all values.',
  ),
}
