import type { Database } from '@assay/db/types'
import type { RequestFacts } from '../access/request-facts.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { OidcClient } from '../identity-providers/oidc-client.ts'
import { type Mailer, openMailer } from '../mail/mailer.ts'
import { openVault, type Vault } from '../secrets/encrypt-secrets.ts'
import { accountActions } from './account-actions.ts'
import type { AccountSettings } from './account-settings.ts'
import type { Accounts } from './accounts.ts'
import type { Identity } from './create-identity.ts'
import { createFindSession, createFindSignedInPerson, type PersonSession } from './find-signed-in-person.ts'
import { type IdentityMails, identityMails } from './identity-mails.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './identity-names.ts'
import { identityRequest } from './identity-request.ts'
import { type KnownBrowsers, knownBrowsers } from './known-browsers.ts'
import { headersForLibrary } from './library-response.ts'
import { handleIdentityRequest } from './passkey-and-oauth-routes.ts'
import { passwordActions } from './password-actions.ts'
import { passwordReset } from './password-reset.ts'
import { secondFactorActions } from './second-factor.ts'
import { readServerSecret } from './server-secret.ts'
import { sessionCookieName, signWithPresentSecret } from './session-cookie.ts'
import { signInActions } from './sign-in-actions.ts'

/** Dependencies of every account action. */
export type AccountContext = {
  db: Database
  limits: RateLimiter
  now: () => Date
  publicUrl: string
  dataDir: string
  settings: AccountSettings
  mailer: Mailer
  /**
   * Runs the identity library for a request. The library is loaded at the first sign-in, so that other requests do not
   * wait for it.
   *
   * @param options.password the kind of password change; with it all writes are one transaction.
   * @param options.providers identity providers that vouch for the sessions that are created.
   * @param options.hasSecondFactor true when the sessions that are created count as ones with a second factor.
   */
  library<T>(
    request: RequestFacts,
    work: (identity: Identity) => Promise<T>,
    options?: { password?: 'changed' | 'reset'; hasSecondFactor?: boolean; providers?: readonly string[] },
  ): Promise<T>
  findSignedInPerson: Accounts['findSignedInPerson']
  /** Finds a session that may still need a second factor. */
  findSession(request: RequestFacts): Promise<PersonSession | null>
  /** The request headers that the identity library needs. */
  headersFor(request: RequestFacts): Headers
  /** The Cookie header of a request for the identity library. */
  cookieFor(header: string | null): string | null
  /** The secret of the server. */
  secret: string
  vault: Vault
  browsers: KnownBrowsers
  mails: IdentityMails
  oidc: OidcClient
}

type AccountOptions = Omit<
  AccountContext,
  | 'library'
  | 'headersFor'
  | 'cookieFor'
  | 'findSignedInPerson'
  | 'findSession'
  | 'secret'
  | 'vault'
  | 'browsers'
  | 'mails'
  | 'mailer'
> & {
  mailer?: Mailer
}

/** Opens sign-in, sign-up and account actions. Reads the server secret, or creates it, immediately. */
export function openAccounts(needs: AccountOptions): Accounts & { mailer: Mailer } {
  const { db, publicUrl, dataDir, settings, now } = needs
  const mailer = needs.mailer ?? openMailer(settings.mail)
  const secret = readServerSecret({ dataDir, given: settings.secret })
  const secrets = { name: sessionCookieName(publicUrl), secret, previous: settings.previousSecret }
  const findSession = createFindSession({
    accounts: db.accounts,
    secrets,
    sessions: settings.sessions,
    now,
  })
  const findSignedInPerson = createFindSignedInPerson(findSession)
  const vault = openVault(secret, settings.previousSecret)
  const mails = identityMails({ mailer, publicUrl, settings, accounts: db.accounts, now })
  let opened: Promise<Identity> | null = null
  const identity = () => {
    opened ??= import('./create-identity.ts').then(({ createIdentity }) =>
      createIdentity({ accounts: db.accounts, secret, publicUrl, settings, hooks: mails }),
    )
    return opened
  }
  const library: AccountContext['library'] = async (request, work, options = {}) => {
    const opened = await identity()
    if (options.password === undefined) return identityRequest.run({ request, ...options }, () => work(opened))
    return identityRequest.run({ request, ...options }, () => db.accounts.inOneTransaction(() => work(opened)))
  }
  const browsers = knownBrowsers({ secret, publicUrl, now })
  const headersFor = (request: RequestFacts) => headersForLibrary(request, secrets)
  const cookieFor = (header: string | null) => signWithPresentSecret(header, secrets)
  const context: AccountContext = {
    headersFor,
    cookieFor,
    ...needs,
    mailer,
    mails,
    library,
    findSignedInPerson,
    findSession,
    secret,
    vault,
    browsers,
  }
  return {
    mailer,
    findSignedInPerson,
    signInMethods: () => ({
      signUp: settings.signUp,
      mail: mailer.configured,
      providers: [
        ...(settings.github === null ? [] : [{ id: 'github', name: 'GitHub' }]),
        ...(settings.oidc === null ? [] : [{ id: OIDC_PROVIDER, name: settings.oidc.name }]),
      ],
    }),
    ...signInActions(context),
    ...passwordActions(context),
    ...passwordReset(context),
    ...secondFactorActions(context),
    ...accountActions(context),
    handleIdentityRequest: (request) => handleIdentityRequest(context, AUTH_PATH, request),
  }
}
