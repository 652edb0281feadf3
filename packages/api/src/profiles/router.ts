import { fromQuery } from '@assay/domain/compare/comparison-url'
import { err, ok, type Result } from '@assay/domain/result'
import { DEFAULT_RULES } from '@assay/domain/run/cpu-profile/default-rules'
import { type GroupRule, parseGroupRules, RULE_LIMITS } from '@assay/domain/run/cpu-profile/group-rules'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { type AppError, appError } from '../errors.ts'
import { PageQuery } from '../http/query-of-address.ts'
import { orThrow, router } from '../trpc.ts'
import { compareGroups } from './compare-groups.ts'
import { comparePlansOfRuns } from './compare-plans-of-runs.ts'
import { flameTree } from './flame-tree.ts'
import { listProfiles } from './list-profiles.ts'

const Query = PageQuery

export const profilesRouter = router({
  /** Percent of samples by group of functions; without rules by the default rules. */
  groups: projectProcedure
    .input(z.object({ query: Query, rules: z.string().max(RULE_LIMITS.characters).optional() }))
    .query(async ({ ctx, input }) => {
      const { comparison, problems } = fromQuery(input.query)
      const rules = orThrow(readRules(input.rules))
      return { comparison, problems, ...(await compareGroups(ctx.services, ctx.access, { comparison, rules })) }
    }),
  /** The profiles of the results that match a query. */
  list: projectProcedure
    .input(z.object({ query: Query }))
    .query(({ ctx, input }) => listProfiles(ctx.access, fromQuery(input.query).comparison)),
  ofRun: projectProcedure
    .input(z.object({ runId: z.uuid() }))
    .query(({ ctx, input }) => ctx.access.queries.profiles.forRun(input.runId)),
  /** The plans of the statements of two results of one test, as changes from the first run to the second. */
  plans: projectProcedure
    .input(z.object({ a: z.uuid(), b: z.uuid(), test: z.string().max(200), clients: z.int().min(1).max(1_000_000) }))
    .query(({ ctx, input }) => comparePlansOfRuns(ctx.services, ctx.access, input)),
  /** The tree of one profile for drawing, with shares of a base when one is given. */
  tree: projectProcedure
    .input(
      z.object({
        profileId: z.uuid(),
        baseId: z.uuid().nullable().default(null),
        inverted: z.boolean().default(false),
      }),
    )
    .query(async ({ ctx, input }) => orThrow(await flameTree(ctx.services, ctx.access, input))),
})

/** Parses group rules; without a text returns the default rules. */
function readRules(text: string | undefined): Result<readonly GroupRule[], AppError> {
  if (text === undefined) return ok(DEFAULT_RULES)
  const parsed = parseGroupRules(text)
  if (parsed.ok) return parsed
  return err(appError('query-invalid', `Rules, line ${parsed.error.line}: ${parsed.error.message}.`))
}
