import { randomBytes } from 'node:crypto'
import type { MemberOutcome } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { Email } from '../accounts/form-error.ts'
import { logUnsentMail } from '../accounts/identity-mails.ts'
import { requireRecentSignIn } from '../accounts/recent-sign-in.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'
import { GivenRole, organizationProcedure, personProcedure, rolesUpTo } from '../organizations/organization-access.ts'
import { orThrow, router } from '../trpc.ts'
import { acceptOutcome, invitationMail, invitationUrl } from './invitation-mail.ts'

const INVITED_FOR_MS = 7 * 24 * 60 * 60 * 1000

const Secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const membersRouter = router({
  /** Every member sees the members; maintainers also see addresses, the last visit, and invitations. */
  list: organizationProcedure('read').query(async ({ ctx }) => {
    const { organization, services } = ctx
    const { organizations } = services.db
    const manages = rolesUpTo(organization.role).includes('maintainer')
    const members = await organizations.members(organization.id)
    if (!manages) {
      return {
        role: organization.role,
        members: members.map((one) => ({ ...one, email: null, lastSeenAt: null })),
        invitations: [],
      }
    }
    const invitations = await organizations.invitations(organization.id, services.now())
    return { role: organization.role, members, invitations }
  }),

  setRole: organizationProcedure('manage')
    .input(z.object({ personId: z.uuid(), role: GivenRole }))
    .mutation(async ({ ctx, input }) => {
      const { organization, services } = ctx
      const of = rolesUpTo(organization.role)
      if (!of.includes(input.role)) orThrow(err(aboveYours(organization.role)))
      orThrow(done(await services.db.organizations.setRole(organization.id, { ...input, of }, ctx.by)))
    }),

  /** Removes a member, or the caller. @returns the tokens that were revoked with the membership */
  remove: organizationProcedure('read')
    .input(z.object({ personId: z.uuid() }))
    .mutation(async ({ ctx, input }) => {
      const { organization, services } = ctx
      const isSelf = input.personId === ctx.person.id
      const of = rolesUpTo(organization.role)
      if (!isSelf && !of.includes('maintainer')) {
        orThrow(
          err(
            appError(
              'role-missing',
              `This needs the role maintainer in ${organization.name}; yours is ${organization.role}.`,
            ),
          ),
        )
      }
      const removed = { ...input, of, at: services.now() }
      const { outcome, revoked } = await services.db.organizations.removeMember(organization.id, removed, ctx.by)
      orThrow(done(outcome))
      return { revoked }
    }),

  /**
   * Creates a link for one person, valid for seven days. It is shown once; with an address it is also mailed, when a
   * mail server is configured.
   */
  invite: organizationProcedure('manage')
    .input(z.object({ role: GivenRole, email: Email.nullable().default(null) }))
    .mutation(async ({ ctx, input }) => {
      const { organization, services, person } = ctx
      orThrow(requireRecentSignIn(person, services.now()))
      if (!rolesUpTo(organization.role).includes(input.role)) orThrow(err(aboveYours(organization.role)))
      const secret = randomBytes(32).toString('base64url')
      const expiresAt = new Date(services.now().getTime() + INVITED_FOR_MS).toISOString()
      const made = { ...input, expiresAt, secretSha256: sha256Hex(secret) }
      const invitation = await services.db.organizations.invite(organization.id, made, ctx.by)
      const url = invitationUrl(services.publicUrl, secret)
      const sent = input.email !== null && services.mail.configured
      if (input.email !== null && sent) {
        const letter = invitationMail({ to: input.email, url, organization: organization.name, by: person.name })
        void services.mail.sendMail(letter).catch(logUnsentMail)
      }
      return { invitation, url, sent }
    }),

  revokeInvitation: organizationProcedure('manage')
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input }) => {
      const { organization, services } = ctx
      const gone = await services.db.organizations.revokeInvitation(organization.id, input.id, services.now(), ctx.by)
      orThrow(
        gone
          ? ok(null)
          : err(appError('not-found', 'This invitation was accepted or revoked already. Reload the page.')),
      )
    }),

  accept: personProcedure.input(z.object({ secret: Secret })).mutation(async ({ ctx, input }) => {
    const { services, person, by } = ctx
    const accepted = await services.db.organizations.accept(sha256Hex(input.secret), person, services.now(), by)
    return orThrow(acceptOutcome(accepted))
  }),
})

const aboveYours = (role: string) =>
  appError(
    'role-missing',
    `Your role is ${role}, and you cannot assign a higher one. Choose a lower role, or ask an owner.`,
  )

function done(outcome: MemberOutcome): Result<null, AppError> {
  switch (outcome) {
    case 'done':
      return ok(null)
    case 'last-owner':
      return err(appError('conflict', 'An organization needs an owner. Make another member an owner first.'))
    case 'not-there':
      return err(
        appError(
          'not-found',
          'There is no such member, or you cannot change that role. Reload the list of members, or ask an owner.',
        ),
      )
  }
}
