import { err, ok } from '@assay/domain/result'
import { NewSavedPage, PagePath } from '@assay/domain/search/saved-page'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { orThrow, router } from '../trpc.ts'

/** A procedure for a signed-in person who can read the project; favourites are personal. */
const personalProcedure = projectProcedure.use(({ ctx, next }) => {
  const { caller } = ctx
  const personId = orThrow(
    caller.kind === 'person' ? ok(caller.person.id) : err(appError('token-missing', 'Sign in to use favorites.')),
  )
  return next({ ctx: { ...ctx, personId } })
})

/** The path must be in the project; otherwise a favourite of one project could link to another. */
const within = (project: string, path: string) => {
  const root = `/p/${project}`
  if (path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`)) return
  orThrow(err(appError('query-invalid', `The page ${path} is not below ${root}. Nothing was saved.`)))
}

export const favouritesRouter = router({
  /** Favourites and recently viewed pages of the caller; null without a session. */
  mine: projectProcedure.query(async ({ ctx }) => {
    if (ctx.caller.kind !== 'person') return null
    const { favourites } = ctx.access.queries
    const [kept, seen] = await Promise.all([
      favourites.list(ctx.caller.person.id),
      favourites.seen(ctx.caller.person.id),
    ])
    return { kept, seen }
  }),
  add: personalProcedure.input(z.object({ page: NewSavedPage })).mutation(async ({ ctx, input }) => {
    within(ctx.access.project.slug, input.page.path)
    await ctx.access.queries.favourites.keep(ctx.personId, input.page)
  }),
  remove: personalProcedure
    .input(z.object({ path: PagePath }))
    .mutation(({ ctx, input }) => ctx.access.queries.favourites.drop(ctx.personId, input.path)),
  noteSeen: personalProcedure.input(z.object({ page: NewSavedPage })).mutation(async ({ ctx, input }) => {
    within(ctx.access.project.slug, input.page.path)
    await ctx.access.queries.favourites.noteSeen(ctx.personId, input.page, ctx.services.now())
  }),
})
