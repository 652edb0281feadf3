import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createCaller } from '@assay/api/router'
import { uploadRun } from '@assay/api/runs/upload-run'
import { scopeOf } from '@assay/db/open'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { anonymous } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FS_1 } from '../../demo/specs/fs-1.ts'
import { DEMO_SPECS } from '../../demo/specs/specs.ts'
import { loadNotes } from './load-notes.ts'
import { loadSpecs } from './load-specs.ts'

const SORT = new URL('../../demo/documents/nov26.sort.vm2.json.gz', import.meta.url)

// A spec shows results of its own project, and its text names the project, so each test has a separate server.
const servers: TestServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.stop())))

async function open() {
  const server = await startTestServer()
  servers.push(server)
  const { project } = await server.addProject('demo')
  const access = { project, role: null, queries: server.services.db.in(scopeOf(project)) }
  const visitor = createCaller({ services: server.services, caller: anonymous })
  const read = (name: string) => visitor.specs.get({ project: 'demo', name })
  return {
    ...server,
    access,
    stranger: visitor,
    read,
    load: (specs = DEMO_SPECS) => loadSpecs(server.services, access, specs),
  }
}

async function openWithSorts() {
  const lab = await open()
  const documents: unknown[] = JSON.parse(gunzipSync(readFileSync(SORT)).toString('utf8'))
  const receipts = await Promise.all(
    documents.map((input) => uploadRun(lab.services, lab.access, { input, onConflict: 'stop' })),
  )
  await loadNotes({ db: lab.db, project: lab.access.project })
  return { ...lab, runs: receipts.flatMap((one) => (one.ok ? [one.value.runId] : [])) }
}

let lab: Awaited<ReturnType<typeof openWithSorts>>
beforeAll(async () => {
  lab = await openWithSorts()
  await lab.load()
})

test('the specs of the demo are created through the rules, and a guest can read them', async () => {
  const list = await lab.stranger.specs.list({ project: 'demo' })
  expect(list.map(({ kind, number, state, open, outcome }) => [kind, number, state, open, outcome])).toEqual([
    ['design', 1, 'resolved', 0, 'built'],
    ['functional', 1, 'resolved', 0, 'not-built'],
    ['functional', 2, 'resolved', 0, 'built'],
  ])
  for (const { name, title, steps } of DEMO_SPECS) {
    const { spec, placements, missing } = await lab.read(name)
    expect({ name, title: spec.title, missing }).toEqual({ name, title, missing: [] })
    // Comments stay on the quoted words, or next to them when an author edited these.
    expect(placements.filter(({ placement }) => placement.state === 'detached')).toEqual([])
    expect(spec.feedback.every(({ anchor }) => anchor.kind !== 'block')).toBe(true)
    const moved = spec.feedback.filter(({ movedFrom }) => movedFrom !== null)
    expect(spec.feedback).toHaveLength(steps.filter((step) => 'give' in step).length + moved.length)
  }
  for (const { name } of DEMO_SPECS) {
    const { seal, problems, later } = await lab.stranger.specs.verify({ project: 'demo', name })
    // Both have later actions, which are links of the seal and break nothing.
    expect({ name, problems, isSealed: seal !== null, hasLater: later.length > 0 }).toEqual({
      ...{ name, problems: [], isSealed: true, hasLater: true },
    })
    // Their figures and appendices are rendered from the file again.
    const { text } = await lab.stranger.specs.export({ project: 'demo', name, format: 'markdown' })
    expect(verifySpecFile(text)).toMatchObject({ ok: true, value: { problems: [] } })
  }
  const revisions = await lab.stranger.specs.revisions({ project: 'demo', name: 'FS-1' })
  expect(revisions.at(-1)?.madeAt).toBe(new Date(FS_1.at).toISOString())
})

test('every bound number of the design agrees with its cell', async () => {
  const { evidence, builtIn, spec } = await lab.read('DS-1')
  expect(evidence.figures).toMatchObject([{ problem: null, reproduction: { kind: 'reproduced' } }])
  expect(evidence.numbers.map(({ state }) => state)).toEqual(Array(9).fill('agrees'))
  expect(spec.outcome?.runs.every(({ id }) => lab.runs.includes(id))).toBe(true)
  expect(builtIn.map(({ known }) => known?.version)).toEqual(['1 quicksort', '2 prefix-sort'])
})

test('loading again changes nothing, and an interrupted load is completed', async () => {
  const other = await openWithSorts()
  await other.load(DEMO_SPECS.map((spec) => ({ ...spec, steps: spec.steps.filter(({ at }) => at < '2026-11-05') })))
  expect((await other.read('DS-1')).state).toBe('meeting')
  await other.load()
  await other.load()
  for (const { name } of DEMO_SPECS) {
    const [one, two] = await Promise.all([lab.read(name), other.read(name)])
    // The salts of a seal are random.
    const seal = one.seal && { ...one.seal, sha256: expect.any(String) }
    expect({ ...two, id: one.id }).toEqual({ ...one, seal })
  }
})

test('a spec of another person keeps its number, and the demo specs are not loaded', async () => {
  const { load, access } = await open()
  await load([{ ...FS_1, by: 'Carl Dubois', steps: [] }])
  await load()
  expect(await access.queries.specs.list()).toHaveLength(1)
})
