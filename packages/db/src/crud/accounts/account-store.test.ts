import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVER } from '../../open.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { addPerson } from '../../testing.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const FOUNDERS = ['ann', 'ben', 'cyd', 'dan']

const person = (name: string) => ({
  name,
  email: `${name}@assay.test`,
  emailVerified: false,
  passwordHash: 'hash',
})

test('of many concurrent first sign-ups one becomes the first owner', async () => {
  const { accounts } = lab.db
  expect(await accounts.hasOwner()).toBe(false)
  const ids = await Promise.all(FOUNDERS.map((name) => accounts.addFirstOwner(person(name), 'lab', SERVER)))
  const [id] = ids.filter((one) => one !== null)
  expect(ids.filter((one) => one !== null)).toHaveLength(1)
  expect(await accounts.hasOwner()).toBe(true)
  expect(await lab.db.projects.findFor(lab.projectId, id!)).toMatchObject({ roles: { organization: 'owner' } })
})

test('an address belongs to one person', async () => {
  const { accounts } = lab.db
  const eve = await accounts.add(person('eve'), SERVER)
  expect(await accounts.add(person('eve'), SERVER)).toBeNull()
  const fay = await accounts.add(person('fay'), SERVER)
  expect(await accounts.changeEmail(fay!, 'eve@assay.test', SERVER)).toBe(false)
  expect(await accounts.findByEmail('eve@assay.test')).toMatchObject({ id: eve, name: 'eve' })
})

test('the last owner of an organization cannot leave; of two who leave at once, one stays', async () => {
  const { accounts, projects } = lab.db
  const { projectId } = await lab.other('third')
  const organization = (await projects.find({ organization: null, name: 'third' }))!.organization.id
  const second = await addPerson(lab.url, 'second', {
    organizations: { [organization]: 'owner' },
    projects: { [projectId]: 'viewer' },
  })
  const found = await Promise.all(FOUNDERS.map((name) => accounts.findByEmail(`${name}@assay.test`)))
  const founder = found.find((one) => one !== null)!
  const answers = await Promise.all([second, founder.id].map((id) => accounts.delete(id, SERVER)))
  expect(answers.map(({ lastOwnerOf }) => lastOwnerOf).toSorted()).toEqual([[], ['lab']])
  expect(await accounts.hasOwner()).toBe(true)
})

test('an account can be exported, and is deleted with all of its data', async () => {
  const { accounts, projects } = lab.db
  const project = await projects.find({ organization: null, name: 'first' })
  const gil = await addPerson(lab.url, 'gil', {
    organizations: { [project!.organization.id]: 'author' },
    projects: { [project!.id]: 'viewer' },
  })
  await lab.project.favorites.keep(gil, { path: '/p/first', name: 'First' })
  await accounts.rename(gil, 'Gil', { ...SERVER, kind: 'person', id: gil, name: 'gil' })
  expect(await accounts.export(gil)).toMatchObject({
    profile: { name: 'Gil', email: 'gil@assay.test', hasPassword: false },
    organizations: [{ slug: 'lab', role: 'author' }],
    projects: [{ slug: 'first', role: 'viewer' }],
    events: [{ action: 'person.renamed', name: 'Gil' }],
  })
  expect(await accounts.delete(gil, SERVER)).toEqual({ lastOwnerOf: [] })
  expect(await accounts.export(gil)).toBeNull()
  expect(await lab.project.favorites.list(gil)).toEqual([])
})
