import type { Database } from '@assay/db/types'
import type { RequestFacts } from '../access/request-facts.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { type Mailer, openMailer } from '../mail/mailer.ts'
import { accountActions } from './account-actions.ts'
import type { AccountSettings } from './account-settings.ts'
import type { Accounts } from './accounts.ts'
import type { Identity } from './create-identity.ts'
import { createFindSignedInPerson } from './find-signed-in-person.ts'
import { identityRequest } from './identity-adapter.ts'
import { type IdentityMails, identityMails } from './identity-mails.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './identity-names.ts'
import { type KnownBrowsers, knownBrowsers } from './known-browsers.ts'
import { handleIdentityRequest } from './passkey-and-oauth-routes.ts'
import { passwordActions } from './password-actions.ts'
import { passwordReset } from './password-reset.ts'
import { readServerSecret } from './server-secret.ts'
import { signInActions } from './sign-in.ts'

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
   * @param password the kind of password change; with it all writes are one transaction.
   */
  library<T>(
    request: RequestFacts,
    work: (identity: Identity) => Promise<T>,
    password?: 'changed' | 'reset',
  ): Promise<T>
  findSignedInPerson: Accounts['findSignedInPerson']
  browsers: KnownBrowsers
  mails: IdentityMails
}

export type AccountOptions = Omit<
  AccountContext,
  'library' | 'findSignedInPerson' | 'browsers' | 'mails' | 'mailer'
> & {
  mailer?: Mailer
}

/** Opens sign-in, sign-up and account actions. Reads the server secret, or creates it, immediately. */
export function openAccounts(needs: AccountOptions): Accounts & { mailer: Mailer } {
  const { db, publicUrl, dataDir, settings, now } = needs
  const mailer = needs.mailer ?? openMailer(settings.mail)
  const secret = readServerSecret({ dataDir, given: settings.secret })
  const findSignedInPerson = createFindSignedInPerson({
    accounts: db.accounts,
    secret,
    publicUrl,
    sessions: settings.sessions,
    now,
  })
  const mails = identityMails({ mailer, publicUrl, settings, accounts: db.accounts, now })
  let opened: Promise<Identity> | null = null
  const identity = () => {
    opened ??= import('./create-identity.ts').then(({ createIdentity }) =>
      createIdentity({ accounts: db.accounts, secret, publicUrl, settings, hooks: mails }),
    )
    return opened
  }
  const library: AccountContext['library'] = async (request, work, password) => {
    const opened = await identity()
    if (password === undefined) return identityRequest.run({ request }, () => work(opened))
    return identityRequest.run({ request, password }, () => db.accounts.inOneTransaction(() => work(opened)))
  }
  const browsers = knownBrowsers({ secret, publicUrl, now })
  const context: AccountContext = { ...needs, mailer, mails, library, findSignedInPerson, browsers }
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
    ...accountActions(context),
    handleIdentityRequest: (request) => handleIdentityRequest(context, AUTH_PATH, request),
  }
}
