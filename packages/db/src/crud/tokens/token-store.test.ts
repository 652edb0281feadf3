import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { addPerson } from '../../testing.ts'
import type { Actor } from '../../types.ts'

let lab: TestProject
let person: Actor
beforeAll(async () => {
  lab = await openTestProject()
  const id = await addPerson(lab.url, 'maker')
  person = { kind: 'person', id, name: 'maker', requestId: null, address: null }
})
afterAll(() => lab.close())

const AT = new Date('2026-11-21T12:00:00Z')

const newToken = (hex: string, expiresAt: string | null = '2027-02-19T12:00:00.000Z') => ({
  projectId: lab.projectId,
  name: `token ${hex}`,
  prefix: 'assay_runner',
  lastFour: 'wxyz',
  scopes: ['upload' as const],
  expiresAt,
  tokenSha256: hex.repeat(32),
})

const actions = async (name: string) =>
  (await lab.project.audit.list({ filters: { object: name }, after: null, limit: 9 })).events.map(
    ({ action }) => action,
  )

test('a token has its creator, and the audit log records it without the hash', async () => {
  const made = await lab.db.tokens.make(newToken('a1'), person)
  expect(made).toMatchObject({ createdBy: 'maker', successorId: null, leakedAt: null })
  expect((await lab.db.tokens.listMadeBy(person.id ?? '')).map(({ id, project }) => [id, project])).toEqual([
    [made.id, 'lab~first'],
  ])
  const { events } = await lab.project.audit.list({ filters: { object: 'token a1' }, after: null, limit: 9 })
  expect(events).toMatchObject([{ action: 'token.made', by: person }])
  expect(JSON.stringify(events)).not.toContain('a1a1')
})

test('an old row gets the keyed hash at its next use', async () => {
  const { tokens } = lab.db
  const { id } = await tokens.insert(newToken('b1'))
  expect((await tokens.findByHash('b2'.repeat(32), ['b1'.repeat(32)]))?.id).toBe(id)
  expect((await tokens.findByHash('b2'.repeat(32), ['b1'.repeat(32)]))?.id).toBe(id)
  expect(await tokens.findByHash('b1'.repeat(32))).toBeNull()
})

test('a replaced token works until the overlap ends, and can be replaced once', async () => {
  const { tokens } = lab.db
  const old = await tokens.make(newToken('c1'), person)
  const until = new Date('2026-11-22T12:00:00Z')
  const both = await Promise.all(
    ['c2', 'c3'].map((hex) => tokens.rotate(old, newToken(hex), { at: AT, until }, person)),
  )
  const [successor] = both.filter((one) => one !== null)
  expect(both.filter((one) => one === null)).toHaveLength(1)
  expect(await tokens.find(old)).toMatchObject({ successorId: successor?.id, expiresAt: until.toISOString() })
  const short = await tokens.make(newToken('c4', '2026-11-21T13:00:00.000Z'), person)
  await tokens.rotate(short, newToken('c5'), { at: AT, until }, person)
  expect((await tokens.find(short))?.expiresAt).toBe('2026-11-21T13:00:00.000Z')
  expect(await actions('token c1')).toEqual(['token.replaced', 'token.made'])
})

test('an expired or revoked token cannot be replaced', async () => {
  const { tokens } = lab.db
  const over = await tokens.make(newToken('d1', '2026-11-21T12:00:00.000Z'), person)
  const revoked = await tokens.make(newToken('d2'), person)
  await tokens.revoke(revoked, AT, person)
  const time = { at: AT, until: AT }
  expect(await tokens.rotate(over, newToken('d3'), time, person)).toBeNull()
  expect(await tokens.rotate(revoked, newToken('d4'), time, person)).toBeNull()
})

test('a use is recorded with its network and client', async () => {
  const { tokens } = lab.db
  const made = await tokens.make(newToken('e1'), person)
  await tokens.touch(made, AT, { address: '192.0.2.0/24', client: 'assay/0.1.0' })
  expect(await tokens.find(made)).toMatchObject({
    lastUsedAt: AT.toISOString(),
    lastUsedAddress: '192.0.2.0/24',
    lastUsedClient: 'assay/0.1.0',
  })
})

test('reported tokens are revoked at once, their creators are listed, and a second report finds none', async () => {
  const { tokens } = lab.db
  const made = await tokens.make(newToken('f1'), person)
  const by: Actor = { kind: 'server', id: null, name: 'a scanner', requestId: null, address: null }
  const leaked = await tokens.revokeLeaked(['f1'.repeat(32), 'f2'.repeat(32)], AT, by)
  expect(leaked).toEqual([
    { id: made.id, name: 'token f1', project: 'lab~first', recipients: [{ name: 'maker', email: 'maker@assay.test' }] },
  ])
  expect(await tokens.find(made)).toMatchObject({ revokedAt: AT.toISOString(), leakedAt: AT.toISOString() })
  expect(await tokens.revokeLeaked(['f1'.repeat(32)], AT, by)).toEqual([])
  expect(await actions('token f1')).toEqual(['token.leaked', 'token.made'])
})

test('a revocation is recorded once', async () => {
  const { tokens } = lab.db
  const made = await tokens.make(newToken('a9'), person)
  expect(await tokens.revoke(made, AT, person)).toBe(true)
  expect(await tokens.revoke(made, AT, person)).toBe(true)
  expect(await actions('token a9')).toEqual(['token.revoked', 'token.made'])
})

test('the tokens of a deleted account are revoked', async () => {
  const id = await addPerson(lab.url, 'goer')
  const goer: Actor = { kind: 'person', id, name: 'goer', requestId: null, address: null }
  const made = await lab.db.tokens.make(newToken('ab', null), goer)
  await lab.db.accounts.delete(id, goer)
  expect(await lab.db.tokens.find(made)).toMatchObject({ revokedAt: expect.any(String), createdBy: 'goer' })
})
