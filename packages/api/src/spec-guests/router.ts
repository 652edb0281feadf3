import type { StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { meetingTime } from '@assay/domain/specs/meeting-time'
import { currentRound, READER_ROLES, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { Email } from '../accounts/form-error.ts'
import { logUnsentMail } from '../accounts/identity-mails.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { diffSpec } from '../specs/read-spec.ts'
import { byOf, findSpec, findSpecFor } from '../specs/spec-access.ts'
import { orThrow, procedure, router } from '../trpc.ts'
import { readerLetter, readingUrl, specUrl } from './invitation-mail.ts'
import { inviteMember, inviteOutsider, listCandidates, renewLink, takeBackLink } from './invite-reviewer.ts'
import { listReaders } from './list-reviewers.ts'
import { openReading } from './open-guest-link.ts'
import { actAsGuest, readAsGuest } from './review-as-guest.ts'
import { reviewCalendar } from './review-calendar.ts'

const byName = z.object({ name: z.string().max(20) })
const until = z.iso.datetime({ offset: true }).nullable().default(null)

/** Somebody who is signed in; the rules of the spec say whether they may. */
const reviewingProcedure = projectProcedure.input(byName).use(({ ctx, next }) => {
  orThrow(ctx.caller.kind === 'person' ? ok(null) : err(appError('token-missing', 'Sign in to invite readers.')))
  return next({ ctx: { ...ctx, by: byOf(ctx.access, ctx.caller) } })
})

/** Authors of the spec. */
const steeringProcedure = reviewingProcedure.use(async ({ ctx, input, next }) => {
  const found = orThrow(await findSpecFor(ctx.access, ctx.by, { name: input.name, right: 'steer' }))
  return next({ ctx: { ...ctx, found } })
})

export const readersRouter = router({
  /** The meeting of a spec, for calendars. */
  calendar: projectProcedure.input(byName).query(async ({ ctx, input }) => {
    const { access, services, caller } = ctx
    const found = orThrow(await findSpec(access, byOf(access, caller), input.name))
    const url = specUrl(services.publicUrl, access.project.slug, specName(found.spec))
    return orThrow(await reviewCalendar(access, found, { url, asked: null }))
  }),
  /** Whether the caller is told of a spec, and of all others of the project, by mail; null for who never would be. */
  mails: reviewingProcedure.query(async ({ ctx, input }) => {
    const { id, spec } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    const { key } = ctx.by.who
    const hears = [spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].some((who) => who.key === key)
    const gave = spec.feedback.some(({ giver }) => giver.key === key)
    const isMailed = ctx.services.mail.configured && (hears || gave)
    return isMailed ? ctx.access.queries.listeners.mutedBy(key, id) : null
  }),
  /** Mails of one spec, or of all of the project, for the caller alone. */
  mute: reviewingProcedure
    .input(z.object({ muted: z.boolean(), all: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) => {
      const { id } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
      const { listeners } = ctx.access.queries
      const { key } = ctx.by.who
      await (input.all ? listeners.muteAll(key, input.muted) : listeners.muteSpec(key, id, input.muted))
    }),
  /** Members who can be chosen. */
  candidates: steeringProcedure.query(async ({ ctx }) => {
    const members = await listCandidates(ctx.services, ctx.access)
    return members.map(({ personId, name }) => ({ personId, name }))
  }),
  /** Who is invited and who opened which revision. */
  list: reviewingProcedure.query(async ({ ctx, input }) =>
    orThrow(await listReaders(ctx.access, ctx.by, { name: input.name, now: ctx.services.now() })),
  ),
  inviteMember: reviewingProcedure
    .input(z.object({ personId: z.uuid(), role: z.enum(READER_ROLES).default('reader') }))
    .mutation(async ({ ctx, input }) => {
      orThrow(await inviteMember(ctx.services, ctx.access, ctx.by, input))
    }),
  /** @returns the link of an outsider, this once; it is sent to them as well where mail works. */
  inviteOutsider: steeringProcedure
    .input(z.object({ reader: z.string().trim().min(1).max(100), email: Email, until }))
    .mutation(async ({ ctx, input }) => {
      orThrow(await takeOne(ctx.services, ctx.by.who.key))
      const { secret, spec } = orThrow(await inviteOutsider(ctx.services, ctx.access, ctx.by, input))
      return sendLink(ctx, { secret, spec, email: input.email, name: input.reader, until: input.until })
    }),
  /** @returns a new link, this once; the one before opens nothing any more. */
  renewLink: steeringProcedure.input(z.object({ key: z.string().max(100), until })).mutation(async ({ ctx, input }) => {
    orThrow(await takeOne(ctx.services, ctx.by.who.key))
    const { secret, spec } = orThrow(await renewLink(ctx.services, ctx.access, ctx.by, input))
    const reader = spec.spec.readers.find(({ who }) => who.key === input.key)
    const [email, name] = [reader?.email ?? null, reader?.who.name ?? '']
    return sendLink(ctx, { secret, spec, email, name, until: input.until })
  }),
  /** From the answer on the link opens nothing. */
  takeBackLink: reviewingProcedure.input(z.object({ key: z.string().max(100) })).mutation(async ({ ctx, input }) => {
    orThrow(await takeBackLink(ctx.access, ctx.by, input))
  }),
})

type Sending = { services: Services; access: ProjectAccess; by: { who: { name: string } } }

async function sendLink(
  { services, access, by }: Sending,
  {
    secret,
    spec: stored,
    email,
    name,
    until,
  }: { secret: string; spec: StoredSpec; email: string | null; name: string; until: string | null },
): Promise<{ url: string; sent: boolean }> {
  const { spec } = stored
  const url = readingUrl(services.publicUrl, secret)
  const sent = email !== null && services.mail.configured
  if (email !== null && sent) {
    const round = currentRound(spec)
    const letter = readerLetter({
      ...{ to: email, url, until, by: by.who.name, project: access.project.name },
      spec: `${specName(spec)} ${spec.title}`,
      meeting: round === null ? null : meetingTime(round),
    })
    const { from } = services.mail
    const asked = from === undefined ? null : { from, to: email, name }
    // Mails about the meeting before this one went to others.
    const calendar = round === null ? null : await reviewCalendar(access, stored, { url: null, asked })
    const mail = calendar?.ok === true ? { ...letter, calendar: calendar.value } : letter
    void services.mail.sendMail(mail).catch(logUnsentMail)
  }
  return { url, sent }
}

/** Mails to addresses that nobody verified are counted. */
async function takeOne({ limits }: Pick<Services, 'limits'>, key: string): Promise<Result<null, AppError>> {
  const taken = await limits.take('invitation', [{ kind: 'person', id: key }])
  if (taken.ok) return ok(null)
  return err(appError('too-many-requests', `That was too many at once; try again in ${taken.retryAfterSeconds} s.`))
}

/** A link of a reader: whoever has it reads one spec, whoever they are signed in as. */
const linkProcedure = procedure.input(z.object({ secret: z.string().max(100) })).use(async ({ ctx, input, next }) => {
  const reading = orThrow(await openReading(ctx.services, input.secret, ctx.caller.request))
  return next({ ctx: { ...ctx, reading } })
})
const revision = z.int().min(1)

export const readingRouter = router({
  /** The meeting, for calendars: without the link, which is nobody else's. */
  calendar: linkProcedure.query(async ({ ctx: { reading } }) =>
    orThrow(await reviewCalendar(reading.access, reading.spec, { url: null, asked: null })),
  ),
  get: linkProcedure.input(z.object({ revision: revision.optional() })).query(async ({ ctx, input }) =>
    orThrow(
      await readAsGuest(ctx.services, ctx.reading, {
        revision: input.revision,
        now: ctx.services.now(),
        sendsMail: ctx.services.mail.configured,
      }),
    ),
  ),
  revisions: linkProcedure.query(({ ctx: { reading } }) => reading.access.queries.specs.revisions(reading.spec.id)),
  diff: linkProcedure
    .input(z.object({ from: revision, to: revision }))
    .query(async ({ ctx: { reading }, input }) =>
      orThrow(await diffSpec(reading.access, reading.by, { name: reading.name, ...input })),
    ),
  /** Whether its holder wants mails. */
  mute: linkProcedure.input(z.object({ muted: z.boolean() })).mutation(async ({ ctx: { reading }, input }) => {
    await reading.access.queries.listeners.muteSpec(reading.by.who.key, reading.spec.id, input.muted)
  }),
  act: linkProcedure
    .input(z.object({ action: z.unknown(), once: z.uuid().optional() }))
    .mutation(async ({ ctx, input }) =>
      orThrow(await actAsGuest(ctx.services, ctx.reading, input.action, { now: ctx.services.now(), once: input.once })),
    ),
  /** Which of these, that its holder sent before and heard no answer to, are stored. */
  sent: linkProcedure
    .input(z.object({ once: z.array(z.uuid()).max(100) }))
    .query(({ ctx: { reading }, input }) => reading.access.queries.specs.sent(reading.by.who.key, input.once)),
  noteReading: linkProcedure.input(z.object({ revision })).mutation(async ({ ctx: { reading }, input }) => {
    const { spec, id } = reading.spec
    if (input.revision <= spec.revision) {
      await reading.access.queries.specs.noteReading(id, input.revision, reading.by.who)
    }
  }),
})
