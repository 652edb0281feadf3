import { SERVER, scopeOf } from '@assay/db/open'
import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { type Person, roleIn } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { withPath } from '../favorites/page-path.ts'
import type { Accounts } from './accounts.ts'
import { Email, fieldError, PersonName, readField } from './form-error.ts'
import { logUnsentMail } from './identity-mails.ts'
import { readLibraryResponse } from './library-response.ts'
import { limitPasswordCheck } from './limit-sign-in-attempts.ts'
import type { AccountContext } from './open-accounts.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { actorOf } from './sign-in.ts'
import { countSpecsOf, readSpecData, replaceNameInSpecs } from './spec-data.ts'

type Account = Pick<
  Accounts,
  | 'getAccount'
  | 'rename'
  | 'changeEmail'
  | 'endSession'
  | 'endOtherSessions'
  | 'renamePasskey'
  | 'removePasskey'
  | 'unlink'
  | 'export'
  | 'delete'
>

/** Number of account events on the account page, enough to recognize an unknown sign-in. */
const MAX_RECENT_EVENTS = 12

const DONE = ok({ cookies: [] })
const REMOVED_ALREADY = err(appError('not-found', 'It was removed already. Reload the page.'))

/** Shows and changes the account of the signed-in person. */
export function accountActions(context: AccountContext): Account {
  const { now } = context
  const { accounts } = context.db

  return {
    getAccount: (person) => getAccount(context, person),

    async rename(request, person, sent) {
      const name = readField('name', PersonName, sent.name)
      if (!name.ok) return name
      await accounts.rename(person.id, name.value, actorOf(request, person))
      return DONE
    },

    changeEmail: (request, person, sent) => changeEmail(context, request, person, sent),

    async endSession(request, person, { id }) {
      return (await accounts.endSession(person.id, id, actorOf(request, person))) ? DONE : REMOVED_ALREADY
    },

    async endOtherSessions(request, person) {
      await accounts.endSessions(person.id, person.sessionId, actorOf(request, person))
      return DONE
    },

    async renamePasskey(request, person, { id, name: text }) {
      const name = readField('name', PersonName, text)
      if (!name.ok) return name
      return (await accounts.renamePasskey(person.id, id, name.value, actorOf(request, person)))
        ? DONE
        : REMOVED_ALREADY
    },

    async removePasskey(request, person, { id }) {
      const recent = requireRecentSignIn(person, now())
      if (!recent.ok) return recent
      return (await accounts.removePasskey(person.id, id, actorOf(request, person))) ? DONE : REMOVED_ALREADY
    },

    async unlink(request, person, { id }) {
      const recent = requireRecentSignIn(person, now())
      if (!recent.ok) return recent
      if (await accounts.unlink(person.id, id, actorOf(request, person))) return DONE
      return err(appError('conflict', 'This is your only sign-in method. Add another one first.'))
    },

    export: (person) => exportAccount(context, person),
    delete: (request, person, sent) => deleteAccount(context, request, person, sent),
  }
}

async function getAccount(context: AccountContext, person: Person): ReturnType<Accounts['getAccount']> {
  const { db, now, settings } = context
  const { accounts } = db
  const at = now()
  const seenAfter = new Date(at.getTime() - settings.sessions.idleMs)
  const [profile, sessions, lately, specs] = await Promise.all([
    accounts.findProfile(person.id),
    accounts.listSessions(person.id, seenAfter, at),
    accounts.listRecentEvents(person.id, MAX_RECENT_EVENTS),
    countSpecsOf(context, person),
  ])
  if (profile === null) throw new Error('a person who is signed in has a profile')
  return { profile, sessions, lately, specs }
}

async function changeEmail(
  context: AccountContext,
  request: RequestFacts,
  person: Person,
  sent: { email: string; current: string },
): ReturnType<Accounts['changeEmail']> {
  const { db, mailer, library } = context
  const email = readField('email', Email, sent.email)
  if (!email.ok) return email
  if (email.value === person.email) return err(fieldError('email', 'This is your address already. Enter another one.'))
  const sure = await prove(context, request, { person, current: sent.current })
  if (!sure.ok) return sure
  if (mailer.configured) {
    const body = {
      body: { newEmail: email.value },
      headers: context.headersFor(request),
      asResponse: true,
    } as const
    const answer = await readLibraryResponse(await library(request, ({ api }) => api.changeEmail(body)))
    // The person at the browser may not be the owner, so the owner's current address gets a mail as well.
    if (answer.ok) void context.mails.sendAddressChangeRequested(person, email.value).catch(logUnsentMail)
    return ok({ cookies: [], waits: true })
  }
  const changed = await db.accounts.changeEmail(person.id, email.value, actorOf(request, person))
  return changed
    ? ok({ cookies: [], waits: false })
    : err(fieldError('email', 'This address cannot be used. Enter another one.'))
}

async function exportAccount(context: AccountContext, person: Person): ReturnType<Accounts['export']> {
  const { db } = context
  const stored = await db.accounts.export(person.id)
  if (stored === null) throw new Error('a person who is signed in is stored')
  const favoritePages = []
  for (const project of await db.projects.listFor(person.id)) {
    if (project.visibility !== 'public' && roleIn(project) === null) continue
    const pages = await db.in(scopeOf(project, SERVER)).favorites.list(person.id)
    favoritePages.push(
      ...pages.map(({ path, name }) => ({ project: project.slug, ...withPath(project, { path, name }) })),
    )
  }
  return { ...stored, kept: favoritePages, specs: await readSpecData(context, person) }
}

async function deleteAccount(
  context: AccountContext,
  request: RequestFacts,
  person: Person,
  { current, pseudonym = false }: { current: string; pseudonym?: boolean },
): ReturnType<Accounts['delete']> {
  const { accounts } = context.db
  const sure = await prove(context, request, { person, current })
  if (!sure.ok) return sure
  const owned = await accounts.listLastOwnerOf(person.id)
  // The names are replaced first, because nobody could request it for a deleted account.
  if (pseudonym && owned.length === 0) await replaceNameInSpecs(context, person)
  const { lastOwnerOf } = await accounts.delete(person.id, actorOf(request, person))
  if (lastOwnerOf.length === 0) return DONE
  const names = lastOwnerOf.join(' and ')
  return err(appError('conflict', `You are the only owner of ${names}. Make another member an owner first.`))
}

/** Verifies the password again; a person without a password must have signed in recently. */
async function prove(
  context: AccountContext,
  request: RequestFacts,
  { person, current }: { person: Person; current: string },
): Promise<Result<true, AppError>> {
  const { db, now, library } = context
  const profile = await db.accounts.findProfile(person.id)
  if (profile?.hasPassword !== true) return requireRecentSignIn(person, now())
  const many = await limitPasswordCheck(context, person.sessionId)
  if (!many.ok) return many
  const sent = { body: { password: current }, headers: context.headersFor(request), asResponse: true } as const
  const answer = await readLibraryResponse(await library(request, ({ api }) => api.verifyPassword(sent)))
  return answer.ok ? ok(true) : err(fieldError('current', 'This is not your current password. Enter it again.'))
}
