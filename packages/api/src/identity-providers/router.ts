import { randomBytes } from 'node:crypto'
import type { ProviderChange } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { createToken } from '../access/token.ts'
import { requireRecentSignIn } from '../accounts/recent-sign-in.ts'
import { type AppError, appError } from '../errors.ts'
import { organizationProcedure } from '../organizations/organization-access.ts'
import { SCIM_PATH } from '../scim/handle-scim.ts'
import { orThrow, router } from '../trpc.ts'
import { checkedProvider, ProviderInput, SECRET_NEEDED } from './check-provider.ts'
import { hasTxtRecord, MailDomainName, txtName, txtValue } from './mail-domain.ts'
import { redirectUri } from './provider-redirects.ts'
import { samlService } from './saml-callback.ts'

/** Domains that one organization can claim. */
const MAX_DOMAINS = 20

/** Changes to who can sign in need a recent sign-in. */
const ownProcedure = organizationProcedure('own').use(({ ctx, next }) => {
  orThrow(requireRecentSignIn(ctx.person, ctx.services.now()))
  return next({ ctx })
})

/** The identity provider of an organization and its mail domains. */
export const identityProviderRouter = router({
  settings: organizationProcedure('own').query(async ({ ctx }) => {
    const { services, organization } = ctx
    const settings = await services.db.identityProviders.settings(organization.id)
    const domains = settings.domains.map((domain) => ({ ...domain, txtName: txtName(domain.domain) }))
    const scim = { ...(await services.db.scim.tokenState(organization.id)), url: `${services.publicUrl}${SCIM_PATH}` }
    const { publicUrl } = services
    const saml = samlService(publicUrl, organization.slug)
    return { ...settings, domains, scim, redirectUri: redirectUri(publicUrl, organization.slug), saml }
  }),

  save: ownProcedure.input(z.object({ provider: ProviderInput })).mutation(async ({ ctx, input }) => {
    const { services, organization } = ctx
    const saved = await checkedProvider(services, organization.slug, input.provider)
    orThrow(done(await services.db.identityProviders.save(organization.id, orThrow(saved), ctx.by)))
    return {}
  }),

  remove: ownProcedure.mutation(async ({ ctx }) => {
    orThrow(done(await ctx.services.db.identityProviders.remove(ctx.organization.id, ctx.by)))
    return {}
  }),

  require: ownProcedure.input(z.object({ isRequired: z.boolean() })).mutation(async ({ ctx, input }) => {
    const { services, organization, person } = ctx
    const { identityProviders } = services.db
    const provider = await identityProviders.findByOrganization(organization.slug)
    const proven = await identityProviders.provenProviders(person.sessionId)
    // Otherwise the owner would lose access with this request.
    if (input.isRequired && (provider === null || !proven.includes(provider.id))) orThrow(err(SIGN_IN_BY_IT_FIRST))
    orThrow(done(await identityProviders.require(organization.id, input.isRequired, ctx.by)))
    return {}
  }),

  /** Creates the token of the organization's directory, which replaces the one before. @returns it, once */
  createScimToken: ownProcedure.mutation(async ({ ctx }) => {
    const secret = createToken('scim')
    await ctx.services.db.scim.setToken(ctx.organization.id, ctx.services.tokenHash(secret), ctx.by)
    return { secret }
  }),

  removeScimToken: ownProcedure.mutation(async ({ ctx }) => {
    const isRemoved = await ctx.services.db.scim.removeToken(ctx.organization.id, ctx.by)
    return orThrow(isRemoved ? ok({}) : err(NO_SCIM_TOKEN))
  }),

  addDomain: ownProcedure.input(z.object({ domain: MailDomainName })).mutation(async ({ ctx, input }) => {
    const { identityProviders } = ctx.services.db
    const { domains } = await identityProviders.settings(ctx.organization.id)
    if (domains.length >= MAX_DOMAINS) orThrow(err(TOO_MANY_DOMAINS))
    const added = { domain: input.domain, txtValue: txtValue(randomBytes(16).toString('hex')) }
    return identityProviders.addDomain(ctx.organization.id, added, ctx.by)
  }),

  verifyDomain: ownProcedure.input(z.object({ domain: MailDomainName })).mutation(async ({ ctx, input }) => {
    const { services, organization } = ctx
    const { identityProviders } = services.db
    const { domains } = await identityProviders.settings(organization.id)
    const claimed = domains.find(({ domain }) => domain === input.domain)
    if (claimed === undefined) return orThrow(err(NO_DOMAIN))
    if (!(await hasTxtRecord(services.resolveTxt, claimed.domain, claimed.txtValue))) {
      orThrow(err(noRecord(claimed.domain, claimed.txtValue)))
    }
    const verified = { domain: claimed.domain, as: 'dns' as const, at: services.now() }
    const outcome = await identityProviders.verifyDomain(organization.id, verified, ctx.by)
    if (outcome === 'taken') orThrow(err(domainTaken(claimed.domain)))
    return orThrow(outcome === 'not-there' ? err(NO_DOMAIN) : ok({}))
  }),

  removeDomain: ownProcedure.input(z.object({ domain: MailDomainName })).mutation(async ({ ctx, input }) => {
    const { organization, services, by } = ctx
    const isRemoved = await services.db.identityProviders.removeDomain(organization.id, input.domain, by)
    return orThrow(isRemoved ? ok({}) : err(NO_DOMAIN))
  }),
})

function done(change: ProviderChange): Result<null, AppError> {
  switch (change) {
    case 'done':
      return ok(null)
    case 'required':
      return err(STILL_REQUIRED)
    case 'secret-needed':
      return err(SECRET_NEEDED)
    case 'not-there':
      return err(appError('not-found', 'This organization has no identity provider. Save one first.'))
  }
}

const noRecord = (domain: string, value: string) =>
  appError(
    'conflict',
    `${txtName(domain)} has no TXT record with the value ${value} yet. Add it at your DNS provider and try again in a few minutes.`,
  )

const domainTaken = (domain: string) =>
  appError('conflict', `${domain} is verified for another organization of this server. Ask the operator of the server.`)

const NO_DOMAIN = appError('not-found', 'This organization has no such domain. Reload the page.')
const NO_SCIM_TOKEN = appError('not-found', 'This organization has no SCIM token. Reload the page.')
const TOO_MANY_DOMAINS = appError('conflict', `An organization has at most ${MAX_DOMAINS} domains. Remove one first.`)
const STILL_REQUIRED = appError(
  'conflict',
  'Members have to sign in with this provider, so nobody could sign in without it. Turn the requirement off first.',
)
const SIGN_IN_BY_IT_FIRST = appError(
  'conflict',
  'Sign in with the identity provider yourself first. Otherwise you would lose access with this change.',
)
