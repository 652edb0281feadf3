import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createCaller } from '@assay/api/router'
import { uploadRun } from '@assay/api/runs/upload-run'
import { anonymous } from '@assay/api/testing/callers'
import { startTestServer, type TestServer } from '@assay/api/testing/test-server'
import { scopeOf } from '@assay/db/open'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOALS } from '../../demo/specs/ds-1.ts'
import { FS_1 } from '../../demo/specs/fs-1.ts'
import { DEMO_SPECS } from '../../demo/specs/specs.ts'
import { loadNotes } from './load-notes.ts'
import { loadSpecs } from './load-specs.ts'

const SORT = new URL('../../demo/documents/nov26.sort.vm2.json.gz', import.meta.url)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const stranger = () => createCaller({ services: server.services, caller: anonymous })

async function openProject(slug: string) {
  const { project } = await server.addProject(slug)
  const access = { project, role: null, queries: server.services.db.in(scopeOf(project)) }
  const documents: unknown[] = JSON.parse(gunzipSync(readFileSync(SORT)).toString('utf8'))
  const receipts = await Promise.all(documents.map((input) => uploadRun(server.services, access, { input })))
  await loadNotes({ db: server.services.db, project })
  return { access, runs: receipts.flatMap((one) => (one.ok ? [one.value.runId] : [])) }
}

test('the demo’s specs are told through the rules, and read by a stranger', async () => {
  const { access, runs } = await openProject('demo')
  await loadSpecs(server.services, access)
  const list = await stranger().specs.list({ project: 'demo' })
  expect(list.map(({ kind, number, state, open }) => ({ kind, number, state, open }))).toEqual(
    expect.arrayContaining([
      { kind: 'functional', number: 1, state: 'resolved', open: 0 },
      { kind: 'functional', number: 2, state: 'resolved', open: 0 },
      { kind: 'design', number: 1, state: 'resolved', open: 0 },
    ]),
  )
  expect(list).toHaveLength(3)
  for (const { name, title, steps } of DEMO_SPECS) {
    const { spec, placements, missing } = await stranger().specs.get({ project: 'demo', name })
    expect({ name, title: spec.title, missing }).toEqual({ name, title, missing: [] })
    // What was said stays on the words that were meant, or beside them where these were edited.
    expect(placements.filter(({ placement }) => placement.state === 'detached')).toEqual([])
    expect(spec.feedback).toHaveLength(steps.filter((step) => 'give' in step).length + (name === 'DS-1' ? 1 : 0))
  }
  expect(GOALS.every(({ id }) => runs.includes(id))).toBe(true)
  const first = await stranger().specs.revisions({ project: 'demo', name: 'FS-1' })
  expect(first.at(-1)?.madeAt).toBe(new Date(FS_1.at).toISOString())
  expect((await stranger().specs.get({ project: 'demo', name: 'DS-1' })).spec.baseRevision).toBe(2)
})

test('told again they are as they were, and what broke off is told to its end', async () => {
  const { access } = await openProject('again')
  const half = DEMO_SPECS.map((spec) => ({ ...spec, steps: spec.steps.filter(({ at }) => at < '2026-11-05') }))
  await loadSpecs(server.services, access, half)
  expect((await stranger().specs.get({ project: 'again', name: 'DS-1' })).state).toBe('meeting')
  await loadSpecs(server.services, access)
  await loadSpecs(server.services, access)
  const [one, other] = await Promise.all(
    ['demo', 'again'].map((project) => stranger().specs.get({ project, name: 'DS-1' })),
  )
  const withoutId = (of: typeof one) => ({ ...of, id: null })
  expect(withoutId(one)).toEqual(withoutId(other))
})

test('a spec that somebody else has begun keeps its number, and the demo’s stay away', async () => {
  const { project } = await server.addProject('taken')
  const access = { project, role: null, queries: server.services.db.in(scopeOf(project)) }
  await loadSpecs(server.services, access, [{ ...FS_1, by: 'Carl Dubois', steps: [] }])
  await loadSpecs(server.services, access)
  expect(await access.queries.specs.list()).toHaveLength(1)
})
