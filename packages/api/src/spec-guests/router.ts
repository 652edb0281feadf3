import type { StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { AttachmentName } from '@assay/domain/specs/attachments/attachment'
import { meetingTime } from '@assay/domain/specs/meeting/meeting-time'
import { currentRound, REVIEWER_ROLES, specName } from '@assay/domain/specs/spec'
import { MAIL_KINDS } from '@assay/domain/specs/spec-notification'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { Email } from '../accounts/form-error.ts'
import { logUnsentMail } from '../accounts/identity-mails.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { noAttachment } from '../specs/read-attachment.ts'
import { diffSpec } from '../specs/read-spec.ts'
import { findSpec, findSpecFor, specActorOf } from '../specs/spec-access.ts'
import { orThrow, procedure, router } from '../trpc.ts'
import { guestReviewUrl, invitationMail, specUrl } from './guest-invitation-mail.ts'
import { inviteGuest, inviteMember, listCandidates, renewLink, revokeLink } from './invite-reviewer.ts'
import { listReviewers } from './list-reviewers.ts'
import { openGuestLink } from './open-guest-link.ts'
import { actAsGuest, getSpecAsGuest } from './review-as-guest.ts'
import { reviewCalendar } from './review-calendar.ts'

const byName = z.object({ name: z.string().max(20) })
const mailKinds = z.array(z.enum(MAIL_KINDS)).max(MAIL_KINDS.length)
const until = z.iso.datetime({ offset: true }).nullable().default(null)

/** Requires a signed-in person; the permissions of the spec are checked by each procedure. */
const reviewingProcedure = projectProcedure.input(byName).use(({ ctx, next }) => {
  orThrow(ctx.caller.kind === 'person' ? ok(null) : err(appError('token-missing', 'Sign in to invite reviewers.')))
  return next({ ctx: { ...ctx, by: specActorOf(ctx.access, ctx.caller) } })
})

/** Requires an author of the spec. */
const steeringProcedure = reviewingProcedure.use(async ({ ctx, input, next }) => {
  const found = orThrow(await findSpecFor(ctx.access, ctx.by, { name: input.name, right: 'steer' }))
  return next({ ctx: { ...ctx, found } })
})

export const reviewersRouter = router({
  /** The meeting of a spec as a calendar file. */
  calendar: projectProcedure.input(byName).query(async ({ ctx, input }) => {
    const { access, services, caller } = ctx
    const found = orThrow(await findSpec(access, specActorOf(access, caller), input.name))
    const url = specUrl(services.publicUrl, access.project, specName(found.spec))
    return orThrow(await reviewCalendar(access, found, { url, attendance: null }))
  }),
  /**
   * The mail settings of the caller for this spec and for all specs of the project; null when they get no mails about
   * it.
   */
  mails: reviewingProcedure.query(async ({ ctx, input }) => {
    const { id, spec } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    const { key } = ctx.by.person
    const isInvolved = [spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].some(
      (person) => person.key === key,
    )
    const gave = spec.feedback.some(({ giver }) => giver.key === key)
    const isMailed = ctx.services.mail.configured && (isInvolved || gave)
    return isMailed ? ctx.access.queries.specSubscriptions.findMuted(key, id) : null
  }),
  /** Turns the caller's own mails off or on, about one spec or about all specs of the project. */
  mute: reviewingProcedure
    .input(z.object({ muted: z.boolean(), all: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) => {
      const { id } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
      const { specSubscriptions } = ctx.access.queries
      const { key } = ctx.by.person
      await (input.all ? specSubscriptions.muteAll(key, input.muted) : specSubscriptions.muteSpec(key, id, input.muted))
    }),
  /** Sets the kinds of mails that the caller does not get about specs of the project. */
  muteKinds: reviewingProcedure.input(z.object({ kinds: mailKinds })).mutation(async ({ ctx, input }) => {
    orThrow(await findSpec(ctx.access, ctx.by, input.name))
    await ctx.access.queries.specSubscriptions.muteKinds(ctx.by.person.key, input.kinds)
  }),
  /** Members who can be invited. */
  candidates: steeringProcedure.query(async ({ ctx }) => {
    const members = await listCandidates(ctx.services, ctx.access)
    return members.map(({ personId, name }) => ({ personId, name }))
  }),
  /** Reviewers, and which revisions they opened. */
  list: reviewingProcedure.query(async ({ ctx, input }) =>
    orThrow(await listReviewers(ctx.access, ctx.by, { name: input.name, now: ctx.services.now() })),
  ),
  inviteMember: reviewingProcedure
    .input(z.object({ personId: z.uuid(), role: z.enum(REVIEWER_ROLES).default('reader') }))
    .mutation(async ({ ctx, input }) => {
      orThrow(await inviteMember(ctx.services, ctx.access, ctx.by, input))
    }),
  /** @returns the link of a guest, which is shown only once; it is also mailed to them when the server sends mail */
  inviteGuest: steeringProcedure
    .input(z.object({ reader: z.string().trim().min(1).max(100), email: Email, until }))
    .mutation(async ({ ctx, input }) => {
      orThrow(await takeOne(ctx.services, ctx.by.person.key))
      const { secret, spec } = orThrow(await inviteGuest(ctx.services, ctx.access, ctx.by, input))
      return sendLink(ctx, { secret, spec, email: input.email, name: input.reader, until: input.until })
    }),
  /** @returns a new link, which is shown only once; the previous link stops working */
  renewLink: steeringProcedure.input(z.object({ key: z.string().max(100), until })).mutation(async ({ ctx, input }) => {
    orThrow(await takeOne(ctx.services, ctx.by.person.key))
    const { secret, spec } = orThrow(await renewLink(ctx.services, ctx.access, ctx.by, input))
    const reviewer = spec.spec.readers.find(({ who }) => who.key === input.key)
    const [email, name] = [reviewer?.email ?? null, reviewer?.who.name ?? '']
    return sendLink(ctx, { secret, spec, email, name, until: input.until })
  }),
  /** Revokes the link immediately. */
  revokeLink: reviewingProcedure.input(z.object({ key: z.string().max(100) })).mutation(async ({ ctx, input }) => {
    orThrow(await revokeLink(ctx.access, ctx.by, input))
  }),
})

type Sending = { services: Services; access: ProjectAccess; by: { person: { name: string } } }

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
  const url = guestReviewUrl(services.publicUrl, secret)
  const sent = email !== null && services.mail.configured
  if (email !== null && sent) {
    const round = currentRound(spec)
    const letter = invitationMail({
      ...{ to: email, url, until, by: by.person.name, project: access.project.name },
      spec: `${specName(spec)} ${spec.title}`,
      meeting: round === null || round.withoutMeeting === true ? null : meetingTime(round),
    })
    const { from } = services.mail
    const attendance = from === undefined ? null : { from, to: email, name }
    // Earlier mails about the meeting did not reach this reviewer, so the invitation contains the calendar file.
    const calendar = round === null ? null : await reviewCalendar(access, stored, { url: null, attendance })
    const threadId = `spec-${stored.id}`
    const mail = { ...letter, threadId, ...(calendar?.ok === true ? { calendar: calendar.value } : {}) }
    void services.mail.sendMail(mail).catch(logUnsentMail)
  }
  return { url, sent }
}

/** Counts an invitation against its rate limit, because it sends mail to an address that nobody verified. */
async function takeOne({ limits }: Pick<Services, 'limits'>, key: string): Promise<Result<null, AppError>> {
  const taken = await limits.take('invitation', [{ kind: 'person', id: key }])
  if (taken.ok) return ok(null)
  return err(appError('too-many-requests', `Too many invitations at once; try again in ${taken.retryAfterSeconds} s.`))
}

/** Opens a guest link, which gives access to one spec, regardless of a session in the same browser. */
const linkProcedure = procedure.input(z.object({ secret: z.string().max(100) })).use(async ({ ctx, input, next }) => {
  const review = orThrow(await openGuestLink(ctx.services, input.secret, ctx.caller.request))
  return next({ ctx: { ...ctx, review } })
})
const revision = z.int32().min(1)

export const guestsRouter = router({
  /** The meeting as a calendar file, without the link, because calendars are often shared. */
  calendar: linkProcedure.query(async ({ ctx: { review } }) =>
    orThrow(await reviewCalendar(review.access, review.spec, { url: null, attendance: null })),
  ),
  get: linkProcedure.input(z.object({ revision: revision.optional() })).query(async ({ ctx, input }) =>
    orThrow(
      await getSpecAsGuest(ctx.services, ctx.review, {
        revision: input.revision,
        now: ctx.services.now(),
        sendsMail: ctx.services.mail.configured,
      }),
    ),
  ),
  /** An attachment of any revision, because the guest can read all of them. */
  attachment: linkProcedure.input(z.object({ name: AttachmentName })).query(async ({ ctx: { review }, input }) => {
    const file = await review.access.queries.specAttachments.findIn(review.spec.id, input.name)
    return orThrow(file === null ? err(noAttachment()) : ok(file))
  }),
  revisions: linkProcedure.query(({ ctx: { review } }) => review.access.queries.specs.revisions(review.spec.id)),
  diff: linkProcedure
    .input(z.object({ from: revision, to: revision }))
    .query(async ({ ctx: { review }, input }) =>
      orThrow(await diffSpec(review.access, review.by, { name: review.name, ...input })),
    ),
  /** Turns the guest's mails about the spec off or on. */
  mute: linkProcedure.input(z.object({ muted: z.boolean() })).mutation(async ({ ctx: { review }, input }) => {
    await review.access.queries.specSubscriptions.muteSpec(review.by.person.key, review.spec.id, input.muted)
  }),
  muteKinds: linkProcedure.input(z.object({ kinds: mailKinds })).mutation(async ({ ctx: { review }, input }) => {
    await review.access.queries.specSubscriptions.muteKinds(review.by.person.key, input.kinds)
  }),
  act: linkProcedure
    .input(z.object({ action: z.unknown(), once: z.uuid().optional() }))
    .mutation(async ({ ctx, input }) =>
      orThrow(await actAsGuest(ctx.services, ctx.review, input.action, { now: ctx.services.now(), once: input.once })),
    ),
  /** Returns those of the given ids whose action is stored; the browser asks after a lost response. */
  sent: linkProcedure
    .input(z.object({ once: z.array(z.uuid()).max(100) }))
    .query(({ ctx: { review }, input }) => review.access.queries.specs.sent(review.by.person.key, input.once)),
  recordRead: linkProcedure.input(z.object({ revision })).mutation(async ({ ctx: { review }, input }) => {
    const { spec, id } = review.spec
    if (input.revision <= spec.revision) {
      await review.access.queries.specs.recordRead(id, input.revision, review.by.person)
    }
  }),
})
