import { readSeriesQuery } from '@assay/domain/findings/series/series-query'
import { z } from 'zod'
import { managingProcedure, projectProcedure } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { PageQuery } from '../http/query-of-address.ts'
import { orThrow, router } from '../trpc.ts'
import { readMatrix } from './read-matrix.ts'
import { chooseSeries, MATRIX_OPEN, readSeries } from './read-series.ts'
import { previewRule, removeRule, saveRule } from './write-rules.ts'

const Query = z.object({ query: PageQuery })
const Rule = z.object({ rule: z.unknown() })

export const seriesRouter = router({
  /** The lines of a query with their changes. Missing dimensions get defaults, with a list of the alternatives. */
  read: projectProcedure.input(Query).query(async ({ ctx: { access }, input }) => {
    const { query, problems } = readSeriesQuery(input.query)
    const { filters, choices, replaced } = await chooseSeries(access, query)
    const request = { ...query, filters }
    const [series, observed, metrics] = await Promise.all([
      readSeries(access, request),
      access.queries.dimensions.facets({ filters, allSteps: true }),
      access.queries.metrics.list(),
    ])
    const params = observed.filter(({ name }) => name.startsWith('param:'))
    return { query: request, problems, replaced, ...series, choices: [...choices, ...params], metrics }
  }),
  /** Panels of many tests over versions, for a query that names no test. */
  matrix: projectProcedure.input(Query).query(async ({ ctx: { access }, input }) => {
    const { query, problems } = readSeriesQuery(input.query)
    const { filters, choices, replaced } = await chooseSeries(access, query, MATRIX_OPEN)
    const [matrix, metrics] = await Promise.all([
      readMatrix(access, { ...query, filters, order: 'version' }),
      access.queries.metrics.list(),
    ])
    return { ...matrix, problems, replaced, choices, metrics }
  }),
})

export const rulesRouter = router({
  /** The rules, and whether the caller can change them, which decides which forms a page shows. */
  list: projectProcedure.query(async ({ ctx, input }) => {
    const [rules, manage] = await Promise.all([
      ctx.access.queries.rules.list(),
      projectFor(ctx.services, ctx.caller, input.project, 'manage'),
    ])
    return { rules, mayManage: manage.ok }
  }),
  /** Preview of a rule on the stored series, before it is saved. */
  try: projectProcedure.input(Rule).query(async ({ ctx, input }) => orThrow(await previewRule(ctx.access, input.rule))),
  save: managingProcedure
    .input(Rule)
    .mutation(async ({ ctx, input }) => orThrow(await saveRule(ctx.access, input.rule))),
  remove: managingProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input }) => orThrow(await removeRule(ctx.access, input.id))),
})
