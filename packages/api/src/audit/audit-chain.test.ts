import { SERVER, scopeOf } from '@assay/db/open'
import { addPerson, inOpenTransaction, queryAsOwner } from '@assay/db/testing'
import type { Project } from '@assay/db/types'
import { type AuditLogName, EMPTY_HEAD, linkText } from '@assay/domain/audit/audit-chain'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workerTasks } from '../jobs/job-worker.ts'
import { createCaller } from '../router.ts'
import { exportAudit, verifyExport } from './audit-export.ts'
import { createAuditSigner, sha256 } from './audit-signer.ts'
import { chainAuditLogs } from './chain-audit-logs.ts'
import { verifyAudit } from './verify-audit.ts'

const SECRET = 'a secret for tests, which is no secret'
const OTHER_SECRET = 'another secret, which is as long as it needs to be'

let server: TestServer
let project: Project
let organization: string
let count = 0
const queries = () => server.db.in(scope())
const chain = () => queries().audit.chain
const signer = () => server.services.auditSigner
const scope = () => scopeOf(project)

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  project = (await server.addProject(`log-${++count}`)).project
  organization = project.organization.id
})

const change = (text = 'fine') => queries().annotations.add({ coordinates: { product: 'Example' }, text })
const sql = (text: string, values: unknown[] = []) => queryAsOwner(server.url, text, values)
const verified = () => verifyAudit(chain(), signer())
const append = () => chain().append(signer(), { all: false })

test('entries are numbered without gaps, each names the hash of the one before, and every log of the server verifies', async () => {
  for (const text of ['a', 'b', 'c']) await change(text)
  await chainAuditLogs(server.services)
  const entries = await chain().entries(0, 100)
  expect(entries.map(({ link }) => link.sequence)).toEqual([1, 2, 3])
  expect(entries.map(({ link }) => link.previous)).toEqual([
    EMPTY_HEAD.hash,
    ...entries.slice(0, 2).map(({ link }) => link.hash),
  ])
  expect(entries.map(({ signature }) => signature !== null)).toEqual([false, false, true])
  expect((await verified()).problem).toBeNull()
})

test('concurrent changes and concurrent appends give one chain with every change once', async () => {
  const work = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? change(String(at)) : append()))
  await Promise.all(work)
  expect(await verified()).toMatchObject({ head: { sequence: 10 }, problem: null })
})

test('a change does not wait for an append, and an append does not wait for a change that is not committed', async () => {
  await change()
  await append()
  // The event is older than the head of the chain when it is committed.
  const slow = await inOpenTransaction(
    server.url,
    `insert into audit_event (project_id, id, actor_kind, actor_name, action, object_kind, object_name)
     values ($1, gen_random_uuid(), 'server', 'slow', 'slow.changed', 'note', 'slow')`,
    [project.id],
  )
  await change('while the other one is not committed')
  await append()
  expect((await chain().entries(0, 10)).map(({ event }) => event?.action)).toEqual(['note.added', 'note.added'])
  await slow.commit()
  await append()
  expect((await chain().entries(2, 10)).map(({ event }) => event?.action)).toEqual(['slow.changed'])
  expect((await verified()).problem).toBeNull()
})

const TAMPERING: Record<string, { statement: string; problem: string }> = {
  'an action': { statement: `update audit_event set action = 'x.y' where id = $2`, problem: 'changed' },
  'a time': { statement: `update audit_event set at = at - interval '1 us' where id = $2`, problem: 'changed' },
  'an actor': { statement: `update audit_event set actor_name = 'eve' where id = $2`, problem: 'changed' },
  'the id of an actor': {
    statement: `update audit_event set actor_id = '00000000-0000-7000-8000-000000000001' where id = $2`,
    problem: 'changed',
  },
  'the kind of an actor': {
    statement: `update audit_event set actor_kind = 'guest' where id = $2`,
    problem: 'changed',
  },
  'a kind': { statement: `update audit_event set object_kind = 'x' where id = $2`, problem: 'changed' },
  'an object': { statement: `update audit_event set object_name = 'x' where id = $2`, problem: 'changed' },
  'the id of an object': { statement: `update audit_event set object_id = 'x' where id = $2`, problem: 'changed' },
  'the state before': { statement: `update audit_event set before = '{}' where id = $2`, problem: 'changed' },
  'the state after': { statement: `update audit_event set after = null where id = $2`, problem: 'changed' },
  'a request': { statement: `update audit_event set request_id = 'x' where id = $2`, problem: 'changed' },
  'an address': { statement: `update audit_event set address = 'x' where id = $2`, problem: 'changed' },
  'a hash': { statement: `update audit_chain set hash = md5(hash) where event_id = $2`, problem: 'changed' },
  'a removed event': { statement: 'delete from audit_event where id = $2', problem: 'removed' },
  'a removed link': { statement: 'delete from audit_chain where event_id = $2', problem: 'gap' },
  'a removed event with its link': {
    statement: 'with gone as (delete from audit_chain where event_id = $2) delete from audit_event where id = $2',
    problem: 'gap',
  },
}

test.each(Object.entries(TAMPERING))('tampering is found: %s', async (_, { statement, problem }) => {
  for (const text of ['a', 'b', 'c']) await change(text)
  await append()
  const second = (await chain().entries(1, 1))[0]
  const found = await sql(statement.replaceAll('$2', `'${second?.event?.id}'::uuid`))
  expect(found).toEqual([])
  expect((await verified()).problem).toMatchObject({ problem })
  const exported = await verifyExport(await exportedLines())
  expect(exported.ok).toBe(false)
})

test('every column of an event is covered by its hash', async () => {
  const columns = await sql(
    `select column_name::text as name from information_schema.columns where table_name = 'audit_event'`,
  )
  const tried = Object.values(TAMPERING).flatMap(
    ({ statement }) => /update audit_event set (\w+)/.exec(statement)?.[1] ?? [],
  )
  const owner = ['project_id', 'id']
  expect([...tried, ...owner].sort()).toEqual(columns.map(({ name }) => name).sort())
})

test('a log whose hashes were all computed again is found by its signature, also after further changes', async () => {
  for (const text of ['a', 'b', 'c']) await change(text)
  await append()
  await sql(`update audit_event set actor_name = 'eve' where project_id = $1`, [project.id])
  await rewriteChain({ kind: 'project', id: project.id })
  expect((await verified()).problem).toEqual({ sequence: 3, problem: 'signature' })
  await change('d')
  await append()
  expect((await verified()).problem).toEqual({ sequence: 3, problem: 'signature' })
  expect((await verifyExport(await exportedLines())).ok).toBe(false)
})

test('after a change of the secret a log states the change; without the previous secret only when it is accepted', async () => {
  await change()
  await append()
  const rotated = createAuditSigner(OTHER_SECRET, SECRET)
  await chain().append(rotated, { all: false })
  const [entry] = await chain().entries(1, 1)
  expect(entry?.event).toMatchObject({ action: 'audit.key-replaced', after: { signedWith: 'previous-secret' } })
  expect((await verifyAudit(chain(), createAuditSigner(OTHER_SECRET))).problem).toBeNull()

  const lost = createAuditSigner('a third secret, after both of the others were lost')
  await change()
  expect((await verifyAudit(chain(), lost)).problem).toEqual({ sequence: 2, problem: 'signature' })
  await chain().append(lost, { all: true, acceptUnknown: true })
  expect((await verifyAudit(chain(), lost)).problem).toBeNull()
  const actions = (await chain().entries(2, 10)).map(({ event }) => event?.action)
  expect(actions.sort()).toEqual(['audit.key-replaced', 'note.added'])
})

test('logs of organizations and of the server are chained too, and no entry can be moved to another log', async () => {
  const events = server.db.organizations
  await events.rename(organization, 'Lab', SERVER)
  await workerTasks(server.services)['chain-audit-logs']({})
  const own = events.auditChain(organization)
  expect((await verifyAudit(own, signer())).problem).toBeNull()
  const [first] = await own.entries(0, 1)
  await sql('update directory_event set organization_id = null where id = $1', [first?.event?.id])
  expect((await verifyAudit(own, signer())).problem).toEqual({ sequence: 1, problem: 'removed' })
  await sql('update directory_event set organization_id = $2 where id = $1', [first?.event?.id, organization])
  expect((await verifyAudit(own, signer())).problem).toBeNull()
  // While the event had no organization, nothing appended it to the log of the server.
  expect((await verifyAudit(events.auditChain(null), signer())).problem).toBeNull()
})

test('an export is verified without the server; a changed, cut or extended one is not', async () => {
  for (const text of ['a', 'b']) await change(text)
  const lines = await exportedLines()
  const good = await verifyExport(lines)
  expect(good).toMatchObject({ ok: true, value: { entries: 2, publicKey: signer().publicKey } })
  const [header = '', first = '', second = '', end = ''] = lines
  for (const bad of [
    [],
    [header, first, second],
    [header, first, end],
    [header, second, first, end],
    [header, first, second.replace('note.added', 'note.removed'), end],
    [header.replace(project.id, organization), first, second, end],
    [first, second, end],
    [header, first, second, end, second],
    [header, first, second, end.replace(/"signature":"./, '"signature":"!')],
    [header, 'no JSON', end],
  ]) {
    expect((await verifyExport(bad)).ok, bad.join('\n')).toBe(false)
  }
  const empty = (await server.addProject(`empty-${++count}`)).project
  const text = await new Response(exportAudit(server.db.in(scopeOf(empty)).audit.chain, signer(), new Date(0))).text()
  expect(await verifyExport(text.trimEnd().split('\n'))).toMatchObject({ ok: true, value: { entries: 0 } })
})

test('a token of the kind auditor reads the stream of its project and nothing else; other tokens do not', async () => {
  project = (await server.addProject(`closed-${count}`, 'internal')).project
  organization = project.organization.id
  const id = await addPerson(server.url, `owner-${count}`, { organizations: { [organization]: 'owner' } })
  const owner = createCaller({ services: server.services, caller: personNamed('owner', id) })
  const { secret } = await owner.tokens.create({ project: project.slug, kind: 'auditor', name: 'siem' })
  const readToken = await owner.tokens.create({ project: project.slug, kind: 'service', name: 'other' })
  const get = (path: string, token: string) =>
    server.send(`/api/v1/projects/${project.slug}/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const first = await (await get('audit?limit=1', secret)).json()
  expect(first).toMatchObject({ log: { kind: 'project', id: project.id }, entries: [{ sequence: 1 }], next: 1 })
  const rest = await (await get('audit?after=1', secret)).json()
  expect(rest).toMatchObject({ entries: [{ sequence: 2 }], next: 2 })
  const waiting = get(`audit?after=2&wait=20`, secret)
  await change('while the reader waits')
  expect(await (await waiting).json()).toMatchObject({ entries: [{ event: { action: 'note.added' } }], next: 3 })
  expect(await (await get('audit?after=3', secret)).json()).toMatchObject({ entries: [], next: 3 })
  const lines = (await (await get('audit.jsonl', secret)).text()).trimEnd().split('\n')
  expect(await verifyExport(lines)).toMatchObject({ ok: true, value: { entries: 3 } })
  expect((await get('audit', readToken.secret)).status).toBe(403)
  expect((await get('saved-comparisons', secret)).status).toBe(404)
  expect((await get('audit.csv', secret)).status).toBe(200)
  expect((await get('audit?wait=26', secret)).status).toBe(422)
})

async function exportedLines(): Promise<string[]> {
  return (await new Response(exportAudit(chain(), signer(), new Date(0))).text()).trimEnd().split('\n')
}

/** Computes all hashes again, as somebody with full access to the database and without the secret could. */
async function rewriteChain(log: AuditLogName): Promise<void> {
  let head = EMPTY_HEAD
  for (const { link, event } of await chain().entries(0, 100)) {
    const hash = sha256(linkText(log, { sequence: link.sequence, previous: head.hash }, event))
    const values = [project.id, link.sequence, head.hash, hash]
    await sql('update audit_chain set previous = $3, hash = $4 where project_id = $1 and sequence = $2', values)
    head = { sequence: link.sequence, hash }
  }
}
