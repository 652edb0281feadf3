import { ENGINES } from '@assay/domain/run-engines/run-engine'
import { describeCommands, parseAllowList } from '@assay/domain/run-requests/allow-list'
import { RUN_NAME } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { writingProcedure } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { orNotFound } from '../or-not-found.ts'
import { orThrow, router, trpcError } from '../trpc.ts'
import { saveEngine } from './save-engine.ts'

const runner = z.string().regex(RUN_NAME, 'must consist of letters, digits, ".", "_" and "-", 100 at most')

/** The fields of the form. The allow-list of the job states machine, labels and commands. */
const EngineForm = z.object({
  runner,
  engine: z.enum(ENGINES),
  address: z.string(),
  credential: z.string().nullable().default(null),
  ref: z.string().optional(),
  allowList: z.string().max(100_000),
})

/** Engines for the page *Runners*; programs use REST (`run-engine-routes.ts`). */
export const runEnginesRouter = router({
  list: writingProcedure.query(({ ctx }) => ctx.access.queries.runEngines.list()),

  save: writingProcedure.input(EngineForm).mutation(async ({ ctx, input }) => {
    const { runner: name, allowList, engine, address, credential, ref } = input
    const parsed = parseAllowList(allowList)
    if (!parsed.ok) {
      const detail = `The allow-list is not valid: ${parsed.error} (docs/runners.md).`
      throw trpcError(appError('document-invalid', detail))
    }
    const { labels, hardware = name } = parsed.value
    const body = { engine, address, credential, ref, hardware, labels, commands: describeCommands(parsed.value) }
    return orThrow(await saveEngine(ctx.services, ctx.access, name, body))
  }),

  remove: writingProcedure
    .input(z.object({ runner }))
    .mutation(async ({ ctx, input }) =>
      orNotFound((await ctx.access.queries.runEngines.remove(input.runner)) || null, 'engine'),
    ),
})
