import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { explainCell, explainComparison } from '../comparisons/explain-comparison.ts'
import { EXPORT_FORMATS, FormatName } from '../comparisons/export-grid.ts'
import { readExport } from '../comparisons/read-comparison.ts'
import { type AppError, appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { restRoute } from './route.ts'
import { ExplanationsBody, GridBody } from './schemas.ts'

const CellName = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'must be table.row.column, such as 0.3.2')

export const compareRoutes = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/compare',
    operationId: 'compare',
    summary: 'A comparison in one of five formats',
    description:
      'The query is that of the compare page: rows, columns, tables, base, show, filters by dimension, and so on. docs/comparisons.md describes it.',
    access: 'read',
    pathSchema: z.object({ project: ProjectKey }),
    querySchema: z.looseObject({ format: FormatName.default('json') }),
    answers: [
      { status: 200, description: 'The comparison', mediaType: 'application/json', schema: GridBody },
      ...Object.values(EXPORT_FORMATS)
        .filter(({ mediaType }) => mediaType !== 'application/json')
        .map(({ mediaType }) => ({ status: 200, description: 'The comparison', mediaType })),
    ],
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    async handle({ url, services, caller, path, query }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const comparison = readQuery(url, 'format')
      if (!comparison.ok) return problemResponse(comparison.error)
      const { format } = query
      const request = { format, edited: null, origin: services.publicUrl }
      const { mediaType } = EXPORT_FORMATS[format]
      return new Response(await readExport(access.value, comparison.value, request), {
        headers: { 'content-type': `${mediaType}; charset=utf-8` },
      })
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/explain',
    operationId: 'explain',
    summary: 'Explanations of the changed cells of a comparison',
    description:
      'The query is that of the compare page; cell names one by table, row and column, counted from 0. docs/why.md describes the rules.',
    access: 'read',
    pathSchema: z.object({ project: ProjectKey }),
    querySchema: z.looseObject({ cell: CellName.optional() }),
    answers: [
      { status: 200, description: 'The changed cells', mediaType: 'application/json', schema: ExplanationsBody },
    ],
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    async handle({ url, services, caller, path, query: { cell } }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const comparison = readQuery(url, 'cell')
      if (!comparison.ok) return problemResponse(comparison.error)
      if (cell === undefined) return jsonResponse({ cells: await explainComparison(access.value, comparison.value) })
      const [table = 0, row = 0, column = 0] = cell.split('.').map(Number)
      const explained = await explainCell(access.value, comparison.value, { table, row, column })
      return jsonResponse({ cells: explained === null ? [] : [explained] })
    },
  }),
]

/** Parses the comparison of a URL, or returns an error with the parts that were not understood. */
function readQuery(url: URL, own: string): Result<Comparison, AppError> {
  const params = new URLSearchParams(url.searchParams)
  params.delete(own)
  const { comparison, problems } = fromQuery(params)
  if (problems.length === 0) return ok(comparison)
  const locations = problems.map((problem) => ({ pointer: '/query', message: problem }))
  return err(appError('query-invalid', `${problems[0]}.`, locations))
}
