import { SERVER, scopeOf } from '@assay/db/open'
import { err, ok, type Result } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import { type Person, roleIn } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { actor } from './enter.ts'
import { Email, fieldError, PersonName, readField } from './form-error.ts'
import { reportUnsent } from './identity-mails.ts'
import { headersOf, readAnswer } from './library-answer.ts'
import { refuseTooMany } from './limit-people.ts'
import type { PeopleContext } from './open-people.ts'
import type { People } from './people.ts'
import { demandRecentSignIn } from './recent-sign-in.ts'
import { SESSION_IDLE_MS } from './session-cookie.ts'

type Account = Pick<
  People,
  | 'account'
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

/** So many lines tell somebody whether it was them. */
const LATELY = 12

const DONE = ok({ cookies: [] })
const GONE = err(appError('not-found', 'That is gone already.'))

/** What people see and change of their own account. */
export function accountActions(context: PeopleContext): Account {
  const { db, now, mailer, library } = context
  const { people } = db

  /** The password once more; who has none proves themselves by a recent sign-in. */
  const proven = async (request: RequestFacts, person: Person, current: string): Promise<Result<true, AppError>> => {
    const profile = await people.profile(person.id)
    if (profile?.hasPassword !== true) return demandRecentSignIn(person, now())
    const many = await refuseTooMany(context, 'sign-in', request, person.email)
    if (!many.ok) return many
    const sent = { body: { password: current }, headers: headersOf(request), asResponse: true } as const
    const answer = await readAnswer(await library(request, ({ api }) => api.verifyPassword(sent)))
    return answer.ok ? ok(true) : err(fieldError('current', 'This is not your password.'))
  }

  const getProfile = async (person: Person) => {
    const profile = await people.profile(person.id)
    if (profile === null) throw new Error('a person who is signed in has a profile')
    return profile
  }

  return {
    async account(person) {
      const at = now()
      const seenAfter = new Date(at.getTime() - SESSION_IDLE_MS)
      const [profile, sessions, lately] = await Promise.all([
        getProfile(person),
        people.sessions(person.id, seenAfter, at),
        people.lately(person.id, LATELY),
      ])
      return { profile, sessions, lately }
    },

    async rename(request, person, sent) {
      const name = readField('name', PersonName, sent.name)
      if (!name.ok) return name
      await people.rename(person.id, name.value, actor(request, person))
      return DONE
    },

    async changeEmail(request, person, sent) {
      const email = readField('email', Email, sent.email)
      if (!email.ok) return email
      if (email.value === person.email) return err(fieldError('email', 'This is your address already.'))
      const sure = await proven(request, person, sent.current)
      if (!sure.ok) return sure
      if (mailer.configured) {
        const asked = { body: { newEmail: email.value }, headers: headersOf(request), asResponse: true } as const
        const answer = await readAnswer(await library(request, ({ api }) => api.changeEmail(asked)))
        // Whoever has the browser may not be the person; the address of the account is.
        if (answer.ok) void context.mails.sendAddressAsked(person, email.value).catch(reportUnsent)
        return ok({ cookies: [], waits: true })
      }
      const changed = await people.changeEmail(person.id, email.value, actor(request, person))
      return changed ? ok({ cookies: [], waits: false }) : err(fieldError('email', 'This address cannot be used.'))
    },

    async endSession(request, person, { id }) {
      return (await people.endSession(person.id, id, actor(request, person))) ? DONE : GONE
    },

    async endOtherSessions(request, person) {
      await people.endOtherSessions(person.id, person.sessionId, actor(request, person))
      return DONE
    },

    async renamePasskey(request, person, { id, name: text }) {
      const name = readField('name', PersonName, text)
      if (!name.ok) return name
      return (await people.renamePasskey(person.id, id, name.value, actor(request, person))) ? DONE : GONE
    },

    async removePasskey(request, person, { id }) {
      const recent = demandRecentSignIn(person, now())
      if (!recent.ok) return recent
      return (await people.removePasskey(person.id, id, actor(request, person))) ? DONE : GONE
    },

    async unlink(request, person, { id }) {
      const recent = demandRecentSignIn(person, now())
      if (!recent.ok) return recent
      if (await people.unlink(person.id, id, actor(request, person))) return DONE
      return err(appError('conflict', 'This is the only way by which you can sign in. Add another one first.'))
    },

    async export(person) {
      const stored = await people.export(person.id)
      if (stored === null) throw new Error('a person who is signed in is stored')
      const kept = []
      for (const project of await db.projects.listFor(person.id)) {
        if (project.visibility !== 'public' && roleIn(project) === null) continue
        const pages = await db.in(scopeOf(project, SERVER)).favourites.list(person.id)
        kept.push(...pages.map(({ path, name }) => ({ project: project.slug, path, name })))
      }
      return { ...stored, kept }
    },

    async delete(request, person, { current }) {
      const sure = await proven(request, person, current)
      if (!sure.ok) return sure
      const { lastOwnerOf } = await people.delete(person.id, actor(request, person))
      if (lastOwnerOf.length === 0) return DONE
      const names = lastOwnerOf.join(' and ')
      return err(appError('conflict', `You are the only owner of ${names}. Make somebody else an owner first.`))
    },
  }
}
