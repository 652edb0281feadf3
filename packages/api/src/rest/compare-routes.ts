import { fromQuery } from '@assay/domain/compare/comparison-url'
import { z } from 'zod'
import { ProjectSlug } from '../access/project-input.ts'
import { readableProject } from '../access/resolve-access.ts'
import { EXPORT_FORMATS, exportGrid } from '../comparisons/export-grid.ts'
import { runComparison } from '../comparisons/run-comparison.ts'
import { appError } from '../errors.ts'
import { problemResponse } from '../http/problem.ts'
import { restRoute } from './route.ts'
import { GridBody } from './schemas.ts'

const FormatName = z.enum(['text', 'csv', 'json', 'markdown', 'html'])

export const compareRoutes = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/compare',
    operationId: 'compare',
    summary: 'A comparison in one of five forms',
    description:
      'The query is that of the compare page: rows, columns, tables, base, show, filters by dimension, and so on. docs/comparisons.md describes it.',
    access: 'read',
    pathSchema: z.object({ project: ProjectSlug }),
    querySchema: z.looseObject({ format: FormatName.default('json') }),
    answers: [
      { status: 200, description: 'The comparison', mediaType: 'application/json', schema: GridBody },
      ...Object.values(EXPORT_FORMATS)
        .filter(({ mediaType }) => mediaType !== 'application/json')
        .map(({ mediaType }) => ({ status: 200, description: 'The comparison', mediaType })),
    ],
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    async handle({ url, services, caller, path, query }) {
      const access = await readableProject(services, caller, path.project)
      if (!access.ok) return problemResponse(access.error)
      const params = new URLSearchParams(url.searchParams)
      params.delete('format')
      const { comparison, problems } = fromQuery(params)
      if (problems.length > 0) {
        const places = problems.map((problem) => ({ pointer: '/query', message: problem }))
        return problemResponse(appError('query-invalid', `${problems[0]}.`, places))
      }
      const grid = await runComparison(access.value.queries, comparison)
      const { mediaType } = EXPORT_FORMATS[query.format]
      return new Response(exportGrid(grid, query.format), {
        headers: { 'content-type': `${mediaType}; charset=utf-8` },
      })
    },
  }),
]
