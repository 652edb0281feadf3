import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../access/resolve-access.ts'
import { createCaller } from '../router.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (caller: Caller) => createCaller({ services: server.services, caller })
const newcomer = async (name: string) => personNamed(name, await addPerson(server.url, name))
const idOf = (caller: Caller) => (caller.kind === 'person' ? caller.person.id : '')

/** Invites a person into the organization; the person accepts. */
async function join(
  inviter: Caller,
  organization: string,
  role: 'owner' | 'maintainer' | 'author' | 'viewer',
  name: string,
) {
  const { url } = await as(inviter).members.invite({ organization, role })
  const person = await newcomer(name)
  const answer = await as(person).members.accept({ secret: url.split('/').at(-1) ?? '' })
  expect(answer).toMatchObject({ organization, was: false })
  return person
}

test('an organization of one person gets a second member, who can read a project', async () => {
  const ada = await newcomer('ada')
  await as(ada).organizations.create({ slug: 'lab-a', name: 'Lab A' })
  await as(ada).projects.create({ organization: 'lab-a', slug: 'nightly', name: 'Nightly', visibility: 'internal' })
  const bob = await newcomer('bob')
  await expect(as(bob).organizations.get({ organization: 'lab-a' })).rejects.toThrow(
    /Organization "lab-a" does not exist/,
  )
  await expect(as(bob).projects.bySlug({ project: 'nightly' })).rejects.toThrow(/no project/)
  const { url } = await as(ada).members.invite({ organization: 'lab-a', role: 'author' })
  const secret = url.split('/').at(-1) ?? ''
  await as(bob).members.accept({ secret })
  expect(await as(bob).projects.bySlug({ project: 'nightly' })).toMatchObject({ name: 'Nightly' })
  await expect(as(await newcomer('cy')).members.accept({ secret })).rejects.toThrow(/was used/)
  expect((await as(bob).members.list({ organization: 'lab-a' })).members).toMatchObject([
    { name: 'ada', role: 'owner', email: null },
    { name: 'bob', role: 'author', email: null },
  ])
})

test('a maintainer assigns roles up to maintainer and cannot change an owner', async () => {
  const owner = await newcomer('olga')
  await as(owner).organizations.create({ slug: 'lab-b', name: 'Lab B' })
  const maintainer = await join(owner, 'lab-b', 'maintainer', 'max')
  const author = await join(maintainer, 'lab-b', 'author', 'amy')
  const organization = 'lab-b'
  await expect(as(maintainer).members.invite({ organization, role: 'owner' })).rejects.toThrow(/assign a higher one/)
  await expect(as(maintainer).members.setRole({ organization, personId: idOf(author), role: 'owner' })).rejects.toThrow(
    /assign a higher one/,
  )
  await expect(as(maintainer).members.setRole({ organization, personId: idOf(owner), role: 'viewer' })).rejects.toThrow(
    /no such member/,
  )
  await as(maintainer).members.setRole({ organization, personId: idOf(author), role: 'viewer' })
  await expect(as(author).members.invite({ organization, role: 'viewer' })).rejects.toThrow(/maintainer/)
  await expect(as(author).members.remove({ organization, personId: idOf(maintainer) })).rejects.toThrow(/maintainer/)
  await as(author).members.remove({ organization, personId: idOf(author) })
  await expect(as(owner).members.remove({ organization, personId: idOf(owner) })).rejects.toThrow(/needs an owner/)
  const { events } = await as(owner).organizations.audit({ organization, what: 'member' })
  expect(events.map(({ action, by }) => `${by.name} ${action}`)).toEqual([
    'amy member.removed',
    'max member.role-changed',
    'amy member.added',
    'max member.added',
  ])
})

test('a private project is open to owners and to people with a role on it', async () => {
  const owner = await newcomer('una')
  await as(owner).organizations.create({ slug: 'lab-c', name: 'Lab C' })
  await as(owner).projects.create({ organization: 'lab-c', slug: 'secret', name: 'Secret' })
  const maintainer = await join(owner, 'lab-c', 'maintainer', 'mia')
  const project = 'secret'
  await expect(as(maintainer).projects.bySlug({ project })).rejects.toThrow(/no project/)
  await expect(as(owner).projects.nameMember({ project, email: 'nobody@assay.test', role: 'viewer' })).rejects.toThrow(
    /Invite them/,
  )
  await as(owner).projects.nameMember({ project, email: 'mia@assay.test', role: 'maintainer' })
  expect(await as(maintainer).projects.mine({ project })).toMatchObject({ role: 'maintainer' })
  await as(maintainer).projects.update({ project, description: 'What nobody shall know yet' })
  await expect(as(maintainer).projects.update({ project, visibility: 'public' })).rejects.toThrow(/Only owners/)
  await as(owner).projects.removeMember({ project, personId: idOf(maintainer) })
  await expect(as(maintainer).projects.bySlug({ project })).rejects.toThrow(/no project/)
})

test('a project is erased after typing its name, and no trace of it is left', async () => {
  const owner = await newcomer('eve')
  await as(owner).organizations.create({ slug: 'lab-d', name: 'Lab D' })
  const input = { organization: 'lab-d', slug: 'brief', name: 'Brief', visibility: 'public' } as const
  await as(owner).projects.create(input)
  await expect(as(owner).projects.create(input)).rejects.toThrow(/has a project brief already/)
  await expect(as(owner).projects.erase({ project: 'brief', confirm: 'Brief' })).rejects.toThrow(/Type brief/)
  await as(owner).projects.erase({ project: 'brief', confirm: 'brief' })
  await expect(as(owner).projects.bySlug({ project: 'brief' })).rejects.toThrow(/no project/)
  expect((await as(owner).organizations.get({ organization: 'lab-d' })).projects).toEqual([])
})

test('the exported audit log is CSV in which no cell is a formula', async () => {
  const owner = await newcomer('=cmd')
  await as(owner).organizations.create({ slug: 'lab-e', name: '=1+1' })
  server.services.accounts.findSignedInPerson = async () => (owner.kind === 'person' ? owner.person : null)
  const answer = await server.send('/api/v1/organizations/lab-e/audit.csv', { headers: { cookie: 'x=y' } })
  const [head, line] = (await answer.text()).split('\r\n')
  expect(head).toBe('time,who,kind,action,object kind,object,before,after,request,address')
  expect(line).toMatch(/,"'=cmd","person","organization.made","organization","'=1\+1",/)
})
