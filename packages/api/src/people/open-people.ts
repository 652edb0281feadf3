import type { Database } from '@assay/db/types'
import type { RequestFacts } from '../access/request-facts.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { type Mailer, openMailer } from '../mail/mailer.ts'
import { accountActions } from './account.ts'
import { handleCeremony } from './ceremonies.ts'
import { enterActions } from './enter.ts'
import type { Identity } from './identity.ts'
import { asking } from './identity-adapter.ts'
import { type IdentityMails, identityMails } from './identity-mails.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './identity-names.ts'
import { passwordActions } from './password-actions.ts'
import { passwordReset } from './password-reset.ts'
import type { People } from './people.ts'
import type { PeopleSettings } from './people-settings.ts'
import { personFinder } from './person-of.ts'
import { readSecret } from './secret.ts'

/** What every action on people is given. */
export type PeopleContext = {
  db: Database
  limits: RateLimiter
  now: () => Date
  publicUrl: string
  dataDir: string
  settings: PeopleSettings
  mailer: Mailer
  /**
   * Lets the identity library work for a request. It is loaded with the first sign-in: nobody else waits for it.
   *
   * @param password what a new password is: then all that happens is one transaction.
   */
  library<T>(
    request: RequestFacts,
    work: (identity: Identity) => Promise<T>,
    password?: 'changed' | 'reset',
  ): Promise<T>
  personOf: People['personOf']
  mails: IdentityMails
}

export type PeopleNeeds = Omit<PeopleContext, 'library' | 'personOf' | 'mails' | 'mailer'> & { mailer?: Mailer }

/** Opens everything that people do to get in, and with their account. The secret is read, or made, at once. */
export function openPeople(needs: PeopleNeeds): People & { mailer: Mailer } {
  const { db, publicUrl, dataDir, settings, now } = needs
  const mailer = needs.mailer ?? openMailer(settings.mail)
  const secret = readSecret({ dataDir, given: settings.secret })
  const personOf = personFinder({ people: db.people, secret, publicUrl, now })
  const mails = identityMails({ mailer, publicUrl, settings, people: db.people, now })
  let opened: Promise<Identity> | null = null
  const identity = () => {
    opened ??= import('./identity.ts').then(({ createIdentity }) =>
      createIdentity({ people: db.people, secret, publicUrl, settings, hooks: mails }),
    )
    return opened
  }
  const library: PeopleContext['library'] = async (request, work, password) => {
    const opened = await identity()
    if (password === undefined) return asking.run({ request }, () => work(opened))
    return asking.run({ request, password }, () => db.people.together(() => work(opened)))
  }
  const context: PeopleContext = { ...needs, mailer, mails, library, personOf }
  return {
    mailer,
    personOf,
    offers: () => ({
      signUp: settings.signUp,
      mail: mailer.configured,
      providers: [
        ...(settings.github === null ? [] : [{ id: 'github', name: 'GitHub' }]),
        ...(settings.oidc === null ? [] : [{ id: OIDC_PROVIDER, name: settings.oidc.name }]),
      ],
    }),
    ...enterActions(context),
    ...passwordActions(context),
    ...passwordReset(context),
    ...accountActions(context),
    handle: (request) => handleCeremony(context, AUTH_PATH, request),
  }
}
