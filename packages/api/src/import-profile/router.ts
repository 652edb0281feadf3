import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { err } from '@assay/domain/result'
import { z } from 'zod'
import { writingProcedure } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { orThrow, router } from '../trpc.ts'

/** Maximum characters of a stored profile, as the table has it. */
const MAX_YAML = 100_000

/** The import profile of a project, which uploads and previews use unless they name another. */
export const importProfileRouter = router({
  find: writingProcedure.query(({ ctx }) => ctx.access.queries.importProfile.find()),

  save: writingProcedure
    .input(z.object({ yaml: z.string().min(1).max(MAX_YAML) }))
    .mutation(async ({ ctx, input: { yaml } }) => {
      const parsed = parseImportProfile(yaml)
      if (!parsed.ok) {
        const { line, message } = parsed.error
        const where = line === undefined ? '' : `line ${line}: `
        return orThrow(err(appError('profile-invalid', `The import profile is not valid: ${where}${message}`)))
      }
      await ctx.access.queries.importProfile.save(yaml)
    }),

  remove: writingProcedure.mutation(async ({ ctx }) => {
    await ctx.access.queries.importProfile.remove()
  }),
})
