import { scopeOf } from '@assay/db/open'
import { addPerson, queryAsOwner } from '@assay/db/testing'
import { compareSpecFiles } from '@assay/domain/specs/seal/compare-files'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { type Reviewed, reviewedSpec } from '@assay/testing/specs/reviewed-spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

// A hostile author who has the server, the database or a second account tries to change what reviewers wrote.

let server: TestServer
let spec: Reviewed
let now = new Date('2026-03-01T12:00:00Z')
let made = 0

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())

const reviewed = async (): Promise<Reviewed> => {
  made++
  spec = await reviewedSpec(server, `lab-${made}`)
  return spec
}
const slug = () => `lab-${made}`
const sql = (text: string) => queryAsOwner(server.url, `set session_replication_role = replica; ${text}`)
const problems = async () => (await spec.as('vic').specs.verify({ project: slug(), name: spec.name })).problems
const paths = async () => (await problems()).map(({ path }) => path)
const ofSpec = () => `spec_id in (select id from spec where project_id = '${spec.project.id}')`

test('the text of an earlier revision, which the page of a resolved spec shows, cannot be changed', async () => {
  await reviewed()
  await sql(`update spec_revision set text = replace(text, 'a fifth', 'a tenth') where ${ofSpec()} and number = 3`)
  expect(await paths()).toContain('/revisions/3')
})

test('a comment cannot be moved to other words, and a permanent link not to another paragraph', async () => {
  await reviewed()
  await sql(`update spec_placement set placement = placement || '{"block": "b1"}' where ${ofSpec()} and revision = 3`)
  expect(await paths()).toContain('/revisions/3')
  await reviewed()
  await sql(`update spec_block_name set block = 'b1' where ${ofSpec()} and name = 'limits'`)
  expect(await paths()).toContain('/spec')
})

test('a spec whose seal was removed is not sealed again when the server starts, and says that it is missing', async () => {
  const { project } = await reviewed()
  await sql(`update spec_feedback set facts = facts || '{"body": "Fast enough."}' where ${ofSpec()}`)
  await sql(`delete from spec_seal_link where ${ofSpec()}`)
  const { specs } = server.services.db.in(scopeOf(project))
  expect(await specs.sealResolved(now)).toBe(0)
  expect((await problems()).map(({ message }) => message)).toContain('The spec is resolved, but its seal is missing.')
})

test('an action cannot be undone by removing its link, its event and its content', async () => {
  await reviewed()
  const last = '(select max(number) from spec_seal_link where spec_id = s.spec_id)'
  await sql(`delete from spec_seal_link s where ${ofSpec()} and number = ${last}`)
  await sql(`update spec set afterwards = afterwards - 'outcome' where project_id = '${spec.project.id}'`)
  await sql(`delete from spec_event where ${ofSpec()} and action ->> 'kind' = 'mark'`)
  const found = await problems()
  expect(found).toHaveLength(1)
  expect(found[0]?.message).toContain('The audit log has a later link')
})

test('a clock that was set back does not change the order of actions, and a forged time is found', async () => {
  const { act, as, name } = await reviewed()
  now = new Date('2025-01-01T00:00:00Z')
  await act('vic', { kind: 'say', feedback: 1, content: true })
  expect(await problems()).toEqual([])
  const { later } = await as('vic').specs.verify({ project: slug(), name })
  expect(later.map(({ at }) => at)).toEqual(later.map(({ at }) => at).toSorted())
  now = new Date('2026-03-01T12:00:00Z')
})

test('a second account with the name of a reviewer is recorded under another name', async () => {
  const { project, name } = await reviewed()
  const id = await addPerson(server.url, `eve-${slug()}`, { organizations: { [project.organization.id]: 'viewer' } })
  const eve = createCaller({ services: server.services, caller: personNamed('Vic', id) })
  await spec.act('olga', { kind: 'reopen', reason: 'floats' })
  await eve.specs.act({ project: slug(), name, action: { kind: 'reply', feedback: 1, text: 'I agree with Olga.' } })
  const { replies } = (await spec.as('vic').specs.get({ project: slug(), name })).spec.feedback[0] ?? { replies: [] }
  expect(replies.map(({ by }) => by.name)).toEqual(['nina', 'Vic (2)'])
})

test('comments cannot be closed without a response: by a circle of duplicates, or by withdrawing those of others', async () => {
  const { act } = await reviewed()
  await act('olga', { kind: 'reopen', reason: 'floats' })
  const give = { kind: 'give', anchor: { kind: 'whole' }, revision: 4 }
  await act('vic', { ...give, body: 'Too slow.' })
  await act('nina', { ...give, body: 'Too slow as well.' })
  await act('olga', { kind: 'answer', feedback: 4, answer: 'duplicate', duplicateOf: 5 })
  const circle = act('olga', { kind: 'answer', feedback: 5, answer: 'duplicate', duplicateOf: 4 })
  await expect(circle).rejects.toThrow('F-4 is a duplicate of F-5 itself.')
  await expect(act('olga', { kind: 'answer', feedback: 5, answer: 'withdrawn' })).rejects.toThrow(
    'how nina withdrew F-5',
  )
  // Her own withdrawal does not close the comment of somebody else.
  await act('nina', { kind: 'answer', feedback: 5, answer: 'withdrawn' })
  const meetingAt = new Date(now.getTime() + 15 * 86_400_000).toISOString()
  await act('olga', { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  for (const kind of ['hold', 'close-meeting']) await act('olga', { kind })
  await expect(act('olga', { kind: 'resolve' })).rejects.toThrow('F-4 is a duplicate of F-5, which was withdrawn')
})

test('an editorial change cannot point a link or an image elsewhere', async () => {
  const { as, name } = await reviewed()
  const { revision } = await as('olga').specs.get({ project: slug(), name })
  const text = revision.text.replace('Goals', '[Goals](https://elsewhere.test)')
  const revise = { base: revision.number, title: 'Exact sums', note: 'link', text }
  const refused = as('olga').specs.revise({ project: slug(), name, revision: revise })
  await expect(refused).rejects.toThrow('Targets of links cannot change')
})

test('a new account with the name of a reviewer cannot change the opinion of that reviewer', async () => {
  const { act, as, name } = await reviewed()
  const second = await addPerson(server.url, `second-${slug()}`, {
    organizations: { [spec.project.organization.id]: 'viewer' },
  })
  const vic = createCaller({ services: server.services, caller: personNamed('vic', second) })
  const say = vic.specs.act({ project: slug(), name, action: { kind: 'say', feedback: 1, content: true } })
  await expect(say).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await act('vic', { kind: 'say', feedback: 1, content: true })
  expect((await as('vic').specs.get({ project: slug(), name })).spec.feedback[0]?.earlierVerdicts).toHaveLength(1)
})

test('a spec that was written anew with its whole seal and its audit log verifies alone, but not against an earlier export', async () => {
  const { project, token, name } = await reviewed()
  const exported = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await server.send(`/api/v1/projects/${slug()}/specs/${name}/export?format=markdown`, { headers })).text()
  }
  const earlier = await exported()
  await spec.act('vic', { kind: 'say', feedback: 1, content: true })
  expect(compareSpecFiles(earlier, await exported())).toMatchObject({ ok: true, value: { problems: [] } })
  await sql(`update spec_feedback set facts = facts || '{"body": "Fast enough."}' where ${ofSpec()}`)
  await sql(`delete from spec_seal_link where ${ofSpec()}; delete from audit_event where project_id = '${project.id}'`)
  await server.services.db.in(scopeOf(project)).specs.sealResolved(now)
  const later = await exported()
  expect(verifySpecFile(later)).toMatchObject({ ok: true, value: { problems: [], seal: { kind: 'sealed-later' } } })
  expect(compareSpecFiles(earlier, later)).toMatchObject({
    ok: true,
    value: { problems: [{ link: 1 }, { link: 2 }, { link: 3 }, { link: 4 }, { link: 5 }] },
  })
})
