import { err, ok } from '@assay/domain/result'
import { NewSavedPage, PagePath } from '@assay/domain/search/saved-page'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { orThrow, router } from '../trpc.ts'
import { storedPath, withPath } from './page-path.ts'

/** A procedure for a signed-in person who can read the project; favorites are personal. */
const personalProcedure = projectProcedure.use(({ ctx, next }) => {
  const { caller } = ctx
  const personId = orThrow(
    caller.kind === 'person' ? ok(caller.person.id) : err(appError('token-missing', 'Sign in to use favorites.')),
  )
  return next({ ctx: { ...ctx, personId } })
})

export const favoritesRouter = router({
  /** Favorites and recently viewed pages of the caller; null without a session. */
  mine: projectProcedure.query(async ({ ctx }) => {
    if (ctx.caller.kind !== 'person') return null
    const { project, queries } = ctx.access
    const { favorites } = queries
    const [saved, seen] = await Promise.all([
      favorites.list(ctx.caller.person.id),
      favorites.seen(ctx.caller.person.id),
    ])
    return { saved: saved.map((page) => withPath(project, page)), seen: seen.map((page) => withPath(project, page)) }
  }),
  add: personalProcedure.input(z.object({ page: NewSavedPage })).mutation(async ({ ctx, input }) => {
    const { project, queries } = ctx.access
    await queries.favorites.keep(ctx.personId, { ...input.page, path: storedPath(project, input.page.path) })
  }),
  remove: personalProcedure
    .input(z.object({ path: PagePath }))
    .mutation(({ ctx: { access, personId }, input }) =>
      access.queries.favorites.drop(personId, storedPath(access.project, input.path)),
    ),
  noteSeen: personalProcedure.input(z.object({ page: NewSavedPage })).mutation(async ({ ctx, input }) => {
    const { project, queries } = ctx.access
    const page = { ...input.page, path: storedPath(project, input.page.path) }
    await queries.favorites.noteSeen(ctx.personId, page, ctx.services.now())
  }),
})
