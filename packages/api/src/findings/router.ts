import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { type AppError, appError } from '../errors.ts'
import { moveIfPossible } from '../http/move-request.ts'
import { orNotFound } from '../or-not-found.ts'
import { orThrow, router } from '../trpc.ts'
import { unchangedLines, withHistories } from './finding-history.ts'
import { possibleBugs } from './possible-bugs.ts'
import { readOverview } from './read-overview.ts'

const MAX_NOTE_CHARACTERS = 5_000
const MAX_HISTORIES = 60
/** Rendering this many findings takes tens of milliseconds. */
const MANY_FINDINGS = 100

const byId = z.object({ id: z.uuid() })
const Note = z.string().trim().min(1).max(MAX_NOTE_CHARACTERS)

export const findingsRouter = router({
  /** Findings that match the filters, with counts by state, product and machine. */
  list: projectProcedure
    .input(
      z.object({
        filters: FindingFilters.prefault({}),
        limit: z.int().min(1).max(1_000).default(200),
        /** Number of the first findings that have the history of their largest change. */
        histories: z.int().min(0).max(MAX_HISTORIES).default(0),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { findings, knownBugs } = ctx.access.queries
      const [largestFirst, counts, bugs] = await Promise.all([
        findings.list(input.filters, input.limit),
        findings.counts(),
        knownBugs.list(),
      ])
      // People look for regressions first; the sort keeps the order by size.
      const rows = largestFirst.toSorted((a, b) => Number(b.direction === 'worse') - Number(a.direction === 'worse'))
      if (rows.length >= MANY_FINDINGS) await moveIfPossible()
      const first = await withHistories(ctx.access.queries, rows.slice(0, input.histories))
      const others = rows.slice(input.histories).map((row) => ({ ...row, history: [] }))
      return { rows: [...first, ...others].map((row) => ({ ...row, mayBe: possibleBugs(row, bugs) })), counts }
    }),
  /** Each release against the previous one, and the largest open regressions. */
  overview: projectProcedure.query(({ ctx }) => readOverview(ctx.access)),
  get: projectProcedure.input(byId).query(async ({ ctx, input }) => {
    const { findings, knownBugs } = ctx.access.queries
    const [finding, bugs] = await Promise.all([findings.find(input.id), knownBugs.list()])
    const known = orNotFound(finding, 'finding')
    const [[whole], others] = await Promise.all([
      withHistories(ctx.access.queries, [known]),
      unchangedLines(ctx.access.queries, known),
    ])
    return { ...known, mayBe: possibleBugs(known, bugs), history: whole?.history ?? [], others }
  }),
  act: writingProcedure
    .input(
      byId.extend({
        action: z.enum(['acknowledge', 'confirm', 'dismiss', 'reopen']),
        note: Note.nullable().default(null),
        /** Slug of the known bug that explains the finding; for confirm. */
        knownBug: z.string().max(200).nullable().default(null),
      }),
    )
    .mutation(async ({ ctx, input: { id, action, note, knownBug } }) => {
      const { findings, knownBugs } = ctx.access.queries
      if (knownBug !== null) orNotFound(await knownBugs.find(knownBug), 'known bug')
      orThrow(outcome(await findings.act(id, action, { note, knownBug })))
    }),
  note: writingProcedure.input(byId.extend({ text: Note })).mutation(async ({ ctx, input }) => {
    orNotFound((await ctx.access.queries.findings.note(input.id, input.text)) || null, 'finding')
  }),
  /** Assigns the finding to the caller, or removes the assignment. */
  own: writingProcedure.input(byId.extend({ mine: z.boolean() })).mutation(async ({ ctx, input }) => {
    const person = input.mine && ctx.caller.kind === 'person' ? ctx.caller.person : null
    orNotFound((await ctx.access.queries.findings.assign(input.id, person)) || null, 'finding')
  }),
})

function outcome(done: 'done' | 'not from here' | 'not there'): Result<null, AppError> {
  if (done === 'done') return ok(null)
  if (done === 'not there')
    return err(appError('not-found', 'There is no such finding in this project. Choose one from the list of findings.'))
  return err(
    appError(
      'contradiction',
      'Another person changed this finding, and its new state does not allow this. Reload the page.',
    ),
  )
}
