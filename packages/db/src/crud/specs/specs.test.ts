import { err, ok, unwrap } from '@assay/domain/result'
import { unknown } from '@assay/domain/specs/actions/refusal'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { NewSpec, StoredSpec } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const olga = { key: 'person:1', name: 'Olga' }
const by = { person: olga, role: 'author' as const }
const block = { id: 'b1', kind: 'paragraph' as const, depth: 0, start: 0, end: 5, text: 'Words' }

const newSpec = (more: Partial<NewSpec> = {}): NewSpec => ({
  ...{ kind: 'functional', title: 'Datatypes', owner: olga, parent: null, baseRevision: null, nextBlock: 2 },
  revision: { text: 'Words', sha256: 'x', blocks: [block], note: 'first', figures: [], evidence: [], attachments: [] },
  blockNames: [{ name: 'b1', block: 'b1' }],
  ...more,
})

async function make(more: Partial<NewSpec> = {}): Promise<StoredSpec> {
  const made = await lab.project.specs.create(newSpec(more))
  if (made === null) throw new Error('its parent is there')
  return unwrap(made)
}

test('numbers are assigned by kind, even by concurrent requests', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => make()))
  expect(made.map(({ spec }) => spec.number).sort()).toEqual([1, 2, 3, 4, 5])
  expect((await make({ kind: 'design', parent: 1, baseRevision: 1 })).spec).toMatchObject({ number: 1, parent: 1 })
  expect(await lab.project.specs.create(newSpec({ kind: 'design', parent: 99 }))).toBeNull()
  const { project } = await lab.other('second')
  expect(await project.specs.create(newSpec())).toMatchObject({ value: { spec: { number: 1 } } })
})

test('revisions, events and placements cannot be changed, not even by the owner of the tables', async () => {
  const { id } = await make()
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  try {
    const change = client.query("update spec_revision set text = 'other' where spec_id = $1", [id])
    await expect(change).rejects.toThrow('rows of spec_revision never change')
    const { rows } = await client.query<{ name: string }>(
      `select table_name::text || ' ' || privilege_type as name from information_schema.role_table_grants
       where grantee = 'assay_app' and table_name in ('spec_revision', 'spec_event', 'spec_placement', 'spec_feedback')
         and privilege_type in ('UPDATE', 'DELETE')`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['spec_feedback UPDATE'])
  } finally {
    await client.end()
  }
})

test('an event that is recorded later has the time when it happened', async () => {
  const at = '2026-09-01T08:00:00.000Z'
  const made = await make({ at })
  expect(made).toMatchObject({ createdAt: at, updatedAt: at })
  expect(await lab.project.specs.countEvents(made.id)).toBe(0)
  const later = '2026-09-02T08:00:00.000Z'
  const changed = await lab.project.specs.change(made.spec, by, { kind: 'hold' }, async ({ spec }) =>
    ok({ spec: { ...spec, title: 'Renamed' }, at: later }),
  )
  expect(changed).toMatchObject({ ok: true, value: { createdAt: at, updatedAt: later } })
  expect(await lab.project.specs.countEvents(made.id)).toBe(1)
  expect(await lab.project.specs.revisions(made.id)).toMatchObject([{ madeAt: at }])
})

test('concurrent changes are applied one after the other, and a refused one stores nothing', async () => {
  const { spec } = await make()
  const retitle = (title: string) =>
    lab.project.specs.change(spec, by, { kind: 'revise' }, async (held) =>
      ok({ spec: { ...held.spec, title: `${held.spec.title}${title}` } }),
    )
  await Promise.all([retitle('a'), retitle('b'), retitle('c')])
  const after = await lab.project.specs.find(spec)
  expect([...(after?.spec.title ?? '')].sort().join('')).toBe([...'Datatypesabc'].sort().join(''))
  const refused = await lab.project.specs.change(spec, by, { kind: 'hold' }, async () => err(unknown('no')))
  expect(refused).toEqual(err(unknown('no')))
  expect(await lab.project.specs.find(spec)).toEqual(after)
})

test('each reader of a revision is recorded once', async () => {
  const { id } = await make()
  for (let n = 0; n < 3; n++) await lab.project.specs.recordRead(id, 1, olga)
  expect(await lab.project.specs.listReadReceipts(id)).toMatchObject([{ revision: 1, person: olga }])
})

test('a read receipt that comes after the deletion of its spec is not stored, and is not an error', async () => {
  const gone = crypto.randomUUID()
  await lab.project.specs.recordRead(gone, 1, olga)
  expect(await lab.project.specs.listReadReceipts(gone)).toEqual([])
})

test('the name of a heading stays with its first block', async () => {
  const { id, spec } = await make({
    blockNames: [
      { name: 'b1', block: 'b1' },
      { name: 'goals', block: 'b1' },
    ],
  })
  const revision = {
    text: 'x',
    sha256: 'y',
    blocks: [block],
    note: 'n',
    figures: [],
    attachments: [],
    evidence: [],
    number: 2,
    title: 'T',
  }
  unwrap(
    (await lab.project.specs.change(spec, by, { kind: 'revise' }, async (held) =>
      ok({
        spec: { ...held.spec, revision: 2 },
        revision: { ...revision, author: olga, state: 'draft', baseRevision: null },
        blockNames: [
          { name: 'b2', block: 'b2' },
          { name: 'goals', block: 'b2' },
        ],
      }),
    )) ?? err(unknown('it is there')),
  )
  expect(await lab.project.specs.findBlock(id, 'goals')).toEqual({ block: 'b1', lastRevision: 1 })
})
