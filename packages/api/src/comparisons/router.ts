import { fromQuery } from '@assay/domain/compare/comparison-url'
import { usualPair } from '@assay/domain/compare/pairs/comparable-versions'
import { pairOptions } from '@assay/domain/compare/pairs/pair-options'
import { PICKED, PICKED_STUDIES } from '@assay/domain/compare/studies/selection/study-choice'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { PageQuery } from '../http/query-of-address.ts'
import { router } from '../trpc.ts'
import { explainCell, explainComparison } from './explain-comparison.ts'
import { FormatName } from './export-grid.ts'
import { offeredStudies } from './offered-studies.ts'
import { pairQuery } from './pair-query.ts'
import { readComparison, readExport } from './read-comparison.ts'
import { selectStudy, studySelection } from './select-study.ts'

const Query = PageQuery
const name = z.string().max(500)
const environment = { hardware: name.optional(), benchmark: name.optional(), workload: name.optional() }
const Pair = z.object({ product: name, from: name, to: name, ...environment })
/** All versions of a product; without `from` they are divided by the oldest. */
const Releases = z.object({ product: name, from: name.optional(), to: z.null(), ...environment })
const index = z.int().min(0).max(1_000_000)
const CellRefInput = z.object({ table: index, row: index, column: index })

export const comparisonsRouter = router({
  /**
   * Returns the table of a canonical query: the comparison, the parts of the query that were not understood, the grid,
   * and its tl;dr.
   */
  grid: projectProcedure.input(z.object({ query: Query })).query(async ({ ctx, input }) => {
    const { comparison, problems } = fromQuery(input.query)
    return { comparison, problems, ...(await readComparison(ctx.access, comparison)) }
  }),
  /** The same table as the text of a file. */
  export: projectProcedure.input(z.object({ query: Query, format: FormatName })).query(({ ctx, input }) => {
    const request = { format: input.format, edited: null, origin: ctx.services.publicUrl }
    return readExport(ctx.access, fromQuery(input.query).comparison, request)
  }),
  /** Facets and metrics for the comparison builder, and the studies that this project allows. */
  builder: projectProcedure.input(z.object({ query: Query })).query(async ({ ctx, input }) => {
    const { comparison } = fromQuery(input.query)
    const [observed, studies, metrics] = await Promise.all([
      ctx.access.queries.dimensions.facets({ filters: comparison.filters, allSteps: comparison.allSteps }),
      offeredStudies(ctx.access.queries),
      ctx.access.queries.metrics.list(),
    ])
    return { observed, studies, metrics }
  }),
  /** The versions that can be compared with each other, and the pair that a page begins with. */
  pairs: projectProcedure.query(async ({ ctx }) => {
    const all = await ctx.access.queries.dimensions.comparableVersions()
    return { options: pairOptions(all), usual: usualPair(all) }
  }),
  /** Query of the comparison of two or all versions on one machine; null when nothing can be compared. */
  pair: projectProcedure
    .input(z.object({ pair: z.union([Pair, Releases]).nullable() }))
    .query(({ ctx, input }) => pairQuery(ctx.access.queries, input.pair)),
  /** Query of the study with the picked machine, product and so on; null when the results allow none of this kind. */
  study: projectProcedure
    .input(z.object({ kind: z.enum(PICKED_STUDIES), picked: z.partialRecord(z.enum(PICKED), name) }))
    .query(({ ctx, input }) => selectStudy(ctx.access.queries, input.kind, input.picked)),
  /** The pickers of a study page. */
  studyPickers: projectProcedure
    .input(z.object({ kind: z.enum(PICKED_STUDIES), query: Query }))
    .query(({ ctx, input }) => studySelection(ctx.access.queries, input.kind, fromQuery(input.query).comparison)),
  /** Explains why one cell changed against its baseline; null when it did not change. */
  explain: projectProcedure
    .input(z.object({ query: Query, cell: CellRefInput }))
    .query(({ ctx, input }) => explainCell(ctx.access, fromQuery(input.query).comparison, input.cell)),
  /** Explains every changed cell of the table. */
  explainAll: projectProcedure
    .input(z.object({ query: Query }))
    .query(({ ctx, input }) => explainComparison(ctx.access, fromQuery(input.query).comparison)),
  /** Every metric of the results behind one cell, newest run first. */
  cell: projectProcedure
    .input(
      z.object({
        runIds: z.array(z.uuid()).min(1).max(100),
        test: z.string(),
        clients: z.string().optional(),
        params: z.record(z.string(), z.string()).optional(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const runs = await Promise.all(input.runIds.map((id) => ctx.access.queries.runs.find(id)))
      return runs.flatMap((run) => {
        if (run === null) return []
        const results = run.results.filter((result) => matches(result, input))
        return results.map(({ id, test, clients, params, values }) => ({
          runId: run.id,
          resultId: id,
          product: run.product,
          version: run.version,
          build: run.build,
          config: run.config,
          hardware: run.hardware,
          repeat: run.repeat,
          startedAt: run.startedAt,
          test,
          clients,
          params,
          values: run.metrics.flatMap((metric, index) => {
            const value = values[index] ?? null
            return value === null ? [] : [{ metric, value }]
          }),
        }))
      })
    }),
})

function matches(
  result: { test: string; clients: number; params: Record<string, unknown> },
  wanted: { test: string; clients?: string | undefined; params?: Record<string, string> | undefined },
): boolean {
  if (result.test !== wanted.test) return false
  if (wanted.clients !== undefined && String(result.clients) !== wanted.clients) return false
  return Object.entries(wanted.params ?? {}).every(([name, value]) => String(result.params[name]) === value)
}
