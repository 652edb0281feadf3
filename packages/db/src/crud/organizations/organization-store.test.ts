import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOf } from '../../open.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { addPerson, canonicalDump } from '../../testing.ts'
import type { Actor, MemberRole, OrganizationWithRole } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const AT = new Date('2026-11-21T12:00:00Z')
const ALL: readonly MemberRole[] = ['owner', 'maintainer', 'author', 'viewer']

const asActor = (name: string, id: string): Actor => ({
  kind: 'person',
  id,
  name,
  requestId: 'r1',
  address: '192.0.2.0/24',
})

/** Creates an organization with an owner. */
async function organization(name: string) {
  const id = await addPerson(lab.url, `owner-of-${name}`)
  const owner = asActor(`owner-of-${name}`, id)
  const made = await lab.db.organizations.create({ slug: name, name, quotas: {}, maxOwned: null }, id, owner)
  if (typeof made === 'string') throw new Error('the slug is free')
  return { ...made, owner }
}

const actions = async (id: string) =>
  (await lab.db.organizations.events(id, { filters: {}, after: null, limit: 50 })).events.map(({ action }) => action)

test('the creator of an organization owns it; a slug is unique', async () => {
  const made = await organization('ash')
  const found = await lab.db.organizations.findFor('ash', made.owner.id ?? '')
  expect(found).toEqual({ id: made.id, slug: 'ash', name: 'ash', role: 'owner' } satisfies OrganizationWithRole)
  expect(await lab.db.organizations.findFor('ash', randomUUID())).toBeNull()
  const again = { slug: 'ash', name: 'x', quotas: {}, maxOwned: null }
  expect(await lab.db.organizations.create(again, made.owner.id ?? '', made.owner)).toBe('taken')
  await lab.db.organizations.rename(made.id, 'Ash lab', made.owner)
  expect(await actions(made.id)).toEqual(['organization.renamed', 'organization.made'])
})

test('the last owner can neither leave nor lose the role, even if two do so at once', async () => {
  const { id, owner } = await organization('beech')
  const { organizations } = lab.db
  const personId = owner.id ?? ''
  expect(await organizations.setRole(id, { personId, role: 'viewer', of: ALL }, owner)).toBe('last-owner')
  expect((await organizations.removeMember(id, { personId, of: ALL, at: AT }, owner)).outcome).toBe('last-owner')
  const second = await addPerson(lab.url, 'second', { organizations: { [id]: 'owner' } })
  const both = await Promise.all(
    [personId, second].map((leaver) => organizations.removeMember(id, { personId: leaver, of: ALL, at: AT }, owner)),
  )
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['done', 'last-owner'])
  expect(await organizations.members(id)).toHaveLength(1)
})

test('members cannot change roles above their own', async () => {
  const { id, owner } = await organization('birch')
  const maintainer = await addPerson(lab.url, 'm', { organizations: { [id]: 'maintainer' } })
  const below: MemberRole[] = ['maintainer', 'author', 'viewer']
  const change = { personId: owner.id ?? '', role: 'viewer', of: below } as const
  expect(await lab.db.organizations.setRole(id, change, asActor('m', maintainer))).toBe('not-there')
})

test('tokens of a removed member are revoked and named', async () => {
  const { id, owner } = await organization('cedar')
  const { organizations, tokens } = lab.db
  const project = await organizations.createProject(id, settings('cedar-runs'), owner)
  const author = await addPerson(lab.url, 'leaver', {
    organizations: { [id]: 'maintainer' },
    projects: { [project?.id ?? '']: 'author' },
  })
  const made = await tokens.make(newToken(project?.id ?? '', 'c1'), asActor('leaver', author))
  const { outcome, revoked } = await organizations.removeMember(id, { personId: author, of: ALL, at: AT }, owner)
  expect({ outcome, revoked }).toEqual({ outcome: 'done', revoked: [{ name: 'nightly', project: 'cedar-runs' }] })
  expect((await tokens.find(made))?.revokedAt).toBe(AT.toISOString())
  expect(await organizations.projectMembers(project?.id ?? '')).toEqual([])
})

test('an invitation admits one person, once, before it expires and only with its address', async () => {
  const { id, owner } = await organization('elm')
  const { organizations } = lab.db
  const invite = (secretSha256: string, email: string | null) =>
    organizations.invite(id, { email, role: 'author', expiresAt: '2026-11-28T12:00:00.000Z', secretSha256 }, owner)
  const come = async (name: string, secret: string, at = AT) => {
    const personId = await addPerson(lab.url, name)
    const person = { id: personId, email: `${name}@assay.test` }
    return (await organizations.accept(secret, person, at, asActor(name, personId))).outcome
  }
  await invite('e1'.repeat(32), null)
  expect((await Promise.all([come('a1', 'e1'.repeat(32)), come('a2', 'e1'.repeat(32))])).sort()).toEqual([
    'accepted',
    'not-there',
  ])
  await invite('e2'.repeat(32), 'A3@assay.test')
  expect(await come('other', 'e2'.repeat(32))).toBe('other-address')
  expect(await come('a4', 'e2'.repeat(32), new Date('2026-11-28T12:00:00Z'))).toBe('not-there')
  expect(await come('a3', 'e2'.repeat(32))).toBe('accepted')
  const { id: revoked } = await invite('e3'.repeat(32), null)
  expect(await organizations.invitations(id, AT)).toMatchObject([{ id: revoked, invitedBy: owner.name }])
  expect(await organizations.revokeInvitation(id, revoked, AT, owner)).toBe(true)
  expect(await come('a5', 'e3'.repeat(32))).toBe('not-there')
})

test('an erased project leaves only the audit event of its deletion', async () => {
  const { id, owner } = await organization('fir')
  const { organizations } = lab.db
  const project = await organizations.createProject(id, settings('fir-runs'), owner)
  if (project === null) throw new Error('the slug is free')
  const queries = lab.db.in(scopeOf(project, owner))
  await queries.runs.upload(asUpload(exampleDocument()))
  await queries.annotations.add({
    runId: null,
    coordinates: { product: 'Example', version: '1' },
    text: 'note',
    author: null,
  })
  await lab.db.tokens.make(newToken(project.id, 'f1'), owner)
  expect(await canonicalDump(lab.url, project.id)).not.toBe('')
  await organizations.eraseProject(project.id, owner)
  expect(await canonicalDump(lab.url, project.id)).toBe('')
  expect(await lab.db.projects.findById(project.id)).toBeNull()
  expect((await queries.home()).counts.runs).toBe(0)
  expect((await actions(id))[0]).toBe('project.erased')
})

test('the audit log is read in pages and can be filtered', async () => {
  const { id, owner } = await organization('gum')
  const project = await lab.db.organizations.createProject(id, settings('gum-runs'), owner)
  if (project === null) throw new Error('the slug is free')
  for (const name of ['A', 'B', 'C']) await lab.db.organizations.changeProject(project.id, { name }, owner)
  const { audit } = lab.db.in(scopeOf(project, owner))
  const first = await audit.list({ filters: {}, after: null, limit: 3 })
  const second = await audit.list({ filters: {}, after: first.next, limit: 3 })
  expect([...first.events, ...second.events].map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'project.changed'),
    'project.made',
  ])
  expect(first.events[0]).toMatchObject({ before: { name: 'B' }, after: { name: 'C' }, by: owner })
  expect(second.next).toBeNull()
  const made = await audit.list({ filters: { what: 'project.m', who: 'OWNER-of' }, after: null, limit: 9 })
  expect(made.events).toHaveLength(1)
})

const settings = (slug: string) => ({ slug, name: slug, description: '', visibility: 'private' }) as const

const newToken = (projectId: string, hex: string) => ({
  projectId,
  name: 'nightly',
  prefix: 'assay_runner',
  lastFour: 'wxyz',
  scopes: ['upload' as const],
  expiresAt: '2027-01-01T00:00:00.000Z',
  tokenSha256: hex.repeat(32),
})
