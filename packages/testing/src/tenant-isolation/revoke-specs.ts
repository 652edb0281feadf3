import type { RequestFacts } from '@assay/api/access/request-facts'
import type { Caller } from '@assay/api/access/resolve-access'
import { createCaller } from '@assay/api/router'
import type { Services } from '@assay/api/services'
import { openGuestLink } from '@assay/api/spec-guests/open-guest-link'
import { exportSpec } from '@assay/api/specs/export-spec'
import { openLink } from '@assay/api/specs/spec-links'
import { addPerson, removePerson } from '@assay/db/testing'
import type { MemberRole, Project } from '@assay/db/types'
import { anonymous, personNamed } from '../server/callers.ts'
import type { Grant } from './race-site.ts'

const WHOLE = { kind: 'whole' } as const
const DAY_MS = 86_400_000

type Ground = { services: Services; url: string; project: Project; request: RequestFacts }

/** Grants that open a spec or allow an action on it until they are revoked. */
export async function specGrants({
  services,
  url,
  project,
  request,
}: Ground): Promise<Record<string, () => Promise<Grant>>> {
  const at = project.slug
  const person = async (role: MemberRole): Promise<Caller & { kind: 'person' }> => {
    const name = `racing-${crypto.randomUUID()}`
    const id = await addPerson(url, name, { projects: { [project.id]: role } })
    const caller = personNamed(name, id, new Date().toISOString())
    if (caller.kind !== 'person') throw new Error('personNamed makes persons')
    return caller
  }
  const owner = await person('author')
  const as = (caller: Caller, of: Services = services) => createCaller({ services: of, caller })
  const { specs, reviewers } = as(owner)
  const create = async () => {
    const spec = { kind: 'functional', title: 'racing', text: '# Racing\n\n## Goals\n\nNone is left behind.\n' }
    return (await specs.create({ project: at, spec })).name
  }
  const act = (name: string, action: object) => specs.act({ project: at, name, action })
  /** Invites a guest with a link in an open review. */
  const invite = async () => {
    const name = await create()
    const made = await reviewers.inviteGuest({ project: at, name, reader: 'racing', email: 'racing@guest.test' })
    const meetingAt = new Date(Date.now() + 30 * DAY_MS).toISOString()
    await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
    const { spec } = await specs.get({ project: at, name })
    const key = spec.readers[0]?.who.key ?? ''
    return { name, key, secret: made.url.slice(made.url.lastIndexOf('/') + 1) }
  }
  const reads = (secret: string) => async (of: Services) => (await openGuestLink(of, secret, request)).ok
  const done = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (cause: unknown) => {
        if (Object(cause).code === 'INTERNAL_SERVER_ERROR') throw cause
        return false
      },
    )

  return {
    async 'link of a reader'() {
      const { name, key, secret } = await invite()
      return { use: reads(secret), revoke: () => reviewers.revokeLink({ project: at, name, key }) }
    },
    async 'link of a reader who gives feedback'() {
      const { name, key, secret } = await invite()
      const action = { kind: 'give', body: 'Why?', anchor: WHOLE, revision: 1 }
      return {
        use: (of) => done(as(anonymous, of).guests.act({ secret, action })),
        revoke: () => reviewers.revokeLink({ project: at, name, key }),
      }
    },
    async 'link of a reader which was replaced'() {
      const { name, key, secret } = await invite()
      return { use: reads(secret), revoke: async () => void (await reviewers.renewLink({ project: at, name, key })) }
    },
    async 'link of a reader who is taken off the list'() {
      const { name, key, secret } = await invite()
      return { use: reads(secret), revoke: async () => void (await act(name, { kind: 'uninvite', key })) }
    },
    async 'link of a reader whose review ends'() {
      const { name, secret } = await invite()
      const end = { kind: 'withdraw', reason: 'It is no use.' }
      return { use: reads(secret), revoke: async () => void (await act(name, end)) }
    },
    async 'public link of a spec'() {
      const name = await create()
      const { id, secret } = await specs.createLink({ project: at, name, days: null })
      return {
        async use(of) {
          const whole = await openLink(of, secret)
          return whole !== null && (await exportSpec(whole, 'markdown')).includes('None is left behind.')
        },
        revoke: async () => void (await specs.revokeLink({ project: at, name, id })),
      }
    },
    async 'co-author, who leaves the project'() {
      const [name, other] = [await create(), await person('author')]
      await act(name, { kind: 'add-author', who: { key: `person:${other.person.id}`, name: other.person.name } })
      return {
        use: (of) => done(as(other, of).specs.createLink({ project: at, name, days: 1 })),
        revoke: () => removePerson(url, other.person.id),
      }
    },
    async 'reader, who leaves the project'() {
      const [name, other] = [await create(), await person('viewer')]
      await reviewers.inviteMember({ project: at, name, personId: other.person.id })
      const action = { kind: 'give', body: 'Why?', anchor: WHOLE, revision: 1 }
      return {
        use: (of) => done(as(other, of).specs.act({ project: at, name, action })),
        revoke: () => removePerson(url, other.person.id),
      }
    },
  }
}
