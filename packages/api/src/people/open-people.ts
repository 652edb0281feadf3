import type { Database } from '@assay/db/types'
import type { RateLimiter } from '../http/rate-limit.ts'
import { type Mailer, openMailer } from '../mail/mailer.ts'
import { accountActions } from './account.ts'
import { handleCeremony } from './ceremonies.ts'
import { enterActions } from './enter.ts'
import type { Identity } from './identity.ts'
import { type IdentityMails, identityMails } from './identity-mails.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './identity-names.ts'
import { passwordActions } from './password-actions.ts'
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
  /** Loaded with the first sign-in: nobody else waits for it. */
  identity: () => Promise<Identity>
  personOf: People['personOf']
  mails: IdentityMails
}

export type PeopleNeeds = Omit<PeopleContext, 'identity' | 'personOf' | 'mails' | 'mailer'> & { mailer?: Mailer }

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
  const context: PeopleContext = { ...needs, mailer, mails, identity, personOf }
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
    ...accountActions(context),
    handle: (request) => handleCeremony(context, AUTH_PATH, request),
  }
}
