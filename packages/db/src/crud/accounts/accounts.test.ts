import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../open.ts'
import { MIGRATIONS } from '../../readiness.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const newProject = {
  organization: 'lab',
  slug: 'demo',
  name: 'Demo',
  description: 'Figures',
  visibility: 'public',
} as const
const newToken = {
  name: 'runner',
  prefix: 'assay_runner',
  lastFour: 'wxyz',
  scopes: ['read', 'upload'],
  expiresAt: '2027-01-01T00:00:00.000Z',
} satisfies object

test('concurrent starts create a project once, and the next start does not change it', async () => {
  const ensured = await Promise.all(Array.from({ length: 8 }, () => lab.db.projects.ensure(newProject)))
  expect(new Set(ensured.map((project) => project.id)).size).toBe(1)
  expect(await lab.db.projects.ensure({ ...newProject, name: 'Other' })).toEqual(ensured[0])
  expect(await lab.db.projects.find({ organization: null, name: 'demo' })).toMatchObject({
    ...newProject,
    organization: { slug: 'lab' },
  })
  expect(await lab.db.projects.find({ organization: null, name: 'none' })).toBeNull()
  expect((await lab.db.projects.list()).map((project) => project.slug)).toEqual(['demo', 'first'])
})

test('a token is found by its hash, with its project', async () => {
  const { tokens } = lab.db
  const token = { ...newToken, projectId: lab.projectId, tokenSha256: 'a1'.repeat(32), scopes: ['read' as const] }
  const stored = await tokens.insert(token)
  expect(await tokens.insert(token)).toEqual(stored)
  expect(await tokens.findByHash(token.tokenSha256)).toMatchObject({ ...stored, project: { slug: 'first' } })
  expect(await tokens.findByHash('b1'.repeat(32))).toBeNull()
  expect(await tokens.list(lab.projectId)).toEqual([stored])
})

test('the last use of a token is written every 5 minutes, by any process', async () => {
  const { tokens } = lab.db
  const token = { ...newToken, projectId: lab.projectId, tokenSha256: 'a2'.repeat(32), scopes: ['read' as const] }
  const stored = await tokens.insert(token)
  const other = openDatabase(lab.url, { max: 1 })
  const lastUsed = async () => (await tokens.findByHash(token.tokenSha256))?.lastUsedAt
  await tokens.touch(stored, new Date('2026-11-21T12:00:00Z'))
  await other.tokens.touch(stored, new Date('2026-11-21T12:04:59Z'))
  expect(await lastUsed()).toBe('2026-11-21T12:00:00.000Z')
  await tokens.touch(stored, new Date('2026-11-21T12:05:00Z'))
  expect(await lastUsed()).toBe('2026-11-21T12:05:00.000Z')
  await other.close()
})

test('revoking a token needs its project, and a second time keeps the first', async () => {
  const { tokens } = lab.db
  const token = { ...newToken, projectId: lab.projectId, tokenSha256: 'a3'.repeat(32), scopes: ['read' as const] }
  const { id } = await tokens.insert(token)
  const otherLab = await lab.other('stranger')
  expect(await tokens.revoke({ projectId: otherLab.projectId, id }, new Date())).toBe(false)
  expect(await tokens.revoke({ projectId: lab.projectId, id }, new Date('2026-11-21T12:00:00Z'))).toBe(true)
  expect(await tokens.revoke({ projectId: lab.projectId, id }, new Date('2026-11-22T12:00:00Z'))).toBe(true)
  expect((await tokens.findByHash(token.tokenSha256))?.revokedAt).toBe('2026-11-21T12:00:00.000Z')
})

test('the database is ready with every migration of the checkout, and this code requires exactly those', async () => {
  const directories = readdirSync(new URL('../../../../../prisma/migrations', import.meta.url)).filter((name) =>
    /^\d/.test(name),
  )
  expect([...MIGRATIONS]).toEqual(directories.sort())
  expect(await lab.db.ready()).toEqual({ ready: true, migrations: MIGRATIONS.length })
})

test('a database without migrations and a server that does not answer are reported as not ready', async () => {
  const bare = openDatabase(process.env.ASSAY_TEST_POSTGRES_URL ?? '', { max: 1 })
  expect(await bare.ready()).toMatchObject({ ready: false, code: 'migrations-missing' })
  await bare.close()
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 })
  expect(await nowhere.ready()).toMatchObject({ ready: false, code: 'unreachable' })
  await nowhere.close()
})
