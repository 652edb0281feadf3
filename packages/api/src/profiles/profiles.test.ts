import { gzipSync } from 'node:zlib'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { anonymous, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { createCaller } from '../router.ts'

const BEFORE = 'postgres;main;exec;memcmp 30\npostgres;main;exec;sort 30\npostgres;main;read_[k] 40\n'
const AFTER = 'postgres;main;exec;memcmp 10\npostgres;main;exec;hash 10\npostgres;main;read_[k] 180\n'

let server: TestServer
let runner: ReturnType<typeof createCaller>
const runs: string[] = []

const document = (version: string, folded: string) =>
  exampleDocument({
    version,
    attachments: [
      {
        name: 'v1/point-query.folded',
        sha256: sha256Hex(folded),
        sizeBytes: folded.length,
        contentGzipBase64: gzipSync(folded).toString('base64'),
      },
    ],
    profiles: [
      {
        attachment: 'v1/point-query.folded',
        kind: 'folded-stacks',
        test: 'point-query_range=100',
        clients: 24,
        unit: 'samples',
        total: 100,
        functions: 6,
      },
    ],
    metricNames: ['qps', 'profile_functions'],
    results: [
      { test: 'point-query_range=100', clients: 24, values: [1_000, 6] },
      { test: 'update-index_range=100', clients: 24, values: [100, null] },
    ],
  })

const upload = async (document: UploadDocument) => {
  const { runId } = await runner.runs.upload({ document })
  runs.push(runId)
}

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  const caller = tokenOf(project, ['upload'])
  runner = createCaller({ services: server.services, caller })
  await upload(document('17.6', BEFORE))
  await upload(document('18.0', AFTER))
})
afterAll(() => server.stop())

const caller = () => createCaller({ services: server.services, caller: anonymous })
const QUERY = 'rows=param:functions&columns=version&base=none&show=absolute'

test('groups of functions are computed from the files, by the requested rules', async () => {
  const { grid, results, unread } = await caller().profiles.groups({
    project: 'lab',
    query: QUERY,
    rules: 'libc = memcmp\nkernel = [kernel]',
  })
  expect([results, unread]).toEqual([2, 0])
  const rows = grid.tables.flatMap((table) => table.groups.flatMap((group) => group.rows))
  expect(rows.map(({ values, cells }) => [...values, ...cells.map(({ value }) => value)])).toEqual([
    ['kernel', 40, 90],
    ['libc', 30, 5],
    ['other', 30, 5],
  ])
})

test('invalid rules are reported with their line', async () => {
  const groups = caller().profiles.groups({ project: 'lab', query: QUERY, rules: 'a = x\nnonsense' })
  await expect(groups).rejects.toThrow('Rules, line 2: expected a name, an equals sign')
})

test('the profiles of a project are listed with the dimensions of their results', async () => {
  const listed = await caller().profiles.list({ project: 'lab', query: QUERY })
  expect(listed.map(({ coordinates, test: name, total }) => [coordinates.version, name, total]).sort()).toEqual([
    ['17.6', 'point-query_range=100', 100],
    ['18.0', 'point-query_range=100', 100],
  ])
  expect(await caller().profiles.ofRun({ project: 'lab', runId: runs[0] ?? '' })).toHaveLength(1)
})

test('a tree with a base has shares before and after, and lists the largest changes first', async () => {
  const listed = await caller().profiles.list({ project: 'lab', query: QUERY })
  const idOf = (version: string) => listed.find(({ coordinates }) => coordinates.version === version)?.id ?? ''
  const tree = await caller().profiles.tree({ project: 'lab', profileId: idOf('18.0'), baseId: idOf('17.6') })
  expect(tree.root).toMatchObject({ name: 'all', percent: 100, before: 100 })
  const main = tree.root.children[0]?.children[0]
  expect(main?.children.map(({ name, percent, before }) => [name, before, percent])).toEqual([
    ['exec', 60, 10],
    ['read', 40, 90],
  ])
  expect(tree.functions.slice(0, 3).map(({ name, self, selfBefore }) => [name, selfBefore, self])).toEqual([
    ['read', 40, 90],
    ['sort', 30, 0],
    ['memcmp', 30, 5],
  ])
})

test('a profile without symbols, vs one with them, has a warning', async () => {
  const listed = await caller().profiles.list({ project: 'lab', query: QUERY })
  const [a, b] = listed.map(({ id }) => id)
  const plain = await caller().profiles.tree({ project: 'lab', profileId: a ?? '', baseId: b ?? null })
  expect(plain.symbolWarning).toBeNull()
  await upload(document('18.3', 'postgres;main;[unknown] 90\npostgres;main;exec 10\n'))
  const stripped = (await caller().profiles.ofRun({ project: 'lab', runId: runs.at(-1) ?? '' }))[0]?.id ?? ''
  const tree = await caller().profiles.tree({ project: 'lab', profileId: a ?? '', baseId: stripped })
  expect(tree.symbolWarning).toMatch(/cannot be compared: 0% .* 90% in the base/)
})

test('in an inverted tree the innermost functions come first', async () => {
  const [profile] = await caller().profiles.list({ project: 'lab', query: `${QUERY}&version=17.6` })
  const tree = await caller().profiles.tree({ project: 'lab', profileId: profile?.id ?? '', inverted: true })
  expect(tree.root.children.map(({ name, percent }) => [name, percent])).toEqual([
    ['memcmp', 30],
    ['read', 40],
    ['sort', 30],
  ])
})

test('profiles of a private project are not visible to others', async () => {
  await server.addProject('secret', 'private')
  await expect(caller().profiles.list({ project: 'secret', query: QUERY })).rejects.toThrow()
  const [profile] = await caller().profiles.list({ project: 'lab', query: QUERY })
  await server.addProject('beside')
  const tree = caller().profiles.tree({ project: 'beside', profileId: profile?.id ?? '' })
  await expect(tree).rejects.toThrow('no such profile')
})

test('an uploaded flame graph is only served as a download that cannot run scripts', async () => {
  const evil = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
  const flameGraph = exampleDocument({
    version: '19.0',
    attachments: [
      {
        name: 'graph.svg',
        sha256: sha256Hex(evil),
        sizeBytes: evil.length,
        mediaType: 'image/svg+xml',
        contentGzipBase64: gzipSync(evil).toString('base64'),
      },
    ],
  })
  await upload(flameGraph)
  const answer = await server.send(`/api/v1/projects/lab/attachments/${sha256Hex(evil)}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="graph.svg"')
  expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

const planFile = (node: object) => JSON.stringify([{ 'Query Text': 'select 7', Plan: node }], null, 1)

const withPlan = (version: string, node: object): UploadDocument => {
  const content = planFile(node)
  const name = 'v1/point-query.plans.json'
  const plan = { kind: 'query-plan' as const, event: 'statement 1', unit: 'events' as const, total: 1, functions: 1 }
  return {
    ...document(version, BEFORE),
    attachments: [
      {
        name,
        sha256: sha256Hex(content),
        sizeBytes: content.length,
        contentGzipBase64: gzipSync(content).toString('base64'),
      },
    ],
    profiles: [{ attachment: name, ...plan, test: 'point-query_range=100', clients: 24 }],
    metricNames: ['qps'],
    results: [{ test: 'point-query_range=100', clients: 24, values: [1_000] }],
  }
}

test('the plans of two runs are compared by statement, and are not part of sampled profiles', async () => {
  const scan = { 'Relation Name': 't', 'Total Cost': 4 }
  await upload(withPlan('18.1', { 'Node Type': 'Index Only Scan', 'Index Name': 't_pkey', ...scan }))
  await upload(withPlan('18.2', { 'Node Type': 'Bitmap Heap Scan', ...scan }))
  const [a = '', b = ''] = runs.slice(-2)
  const result = { project: 'lab', test: 'point-query_range=100', clients: 24 }
  const { changes, recorded } = await caller().profiles.plans({ ...result, a, b })
  expect(recorded).toEqual({ a: true, b: true })
  expect(changes.map(({ sentence }) => sentence)).toEqual([
    'Plan of statement 1 changed from index-only scan to bitmap scan on t.',
  ])
  const none = await caller().profiles.plans({ ...result, a: runs[0] ?? '', b })
  expect(none).toEqual({ recorded: { a: false, b: true }, changes: [] })
  const listed = await caller().profiles.list({ project: 'lab', query: QUERY })
  expect(listed.some(({ kind }) => kind === 'query-plan')).toBe(false)
  await expect(caller().profiles.plans({ ...result, project: 'secret', a, b })).rejects.toThrow()
})

test('large profiles are parsed in a thread, and their groups and flame graph are the same', async () => {
  const large = Array.from({ length: 10_000 }, (_, at) => `postgres;main;exec;frame_${at % 97}_${at} 1\n`).join('')
  await upload(document('20.0', large))
  await upload(document('21.0', large.replaceAll('exec', 'execute')))
  const tasks: string[] = []
  const { workers } = server.services
  server.services.workers = {
    ...workers,
    run(name, input, options) {
      if (options.isSmall !== true) tasks.push(name)
      return workers.run(name, input, options)
    },
  }
  const [profile] = await runner.profiles.ofRun({ project: 'lab', runId: runs.at(-2) ?? '' })
  const [before] = await runner.profiles.ofRun({ project: 'lab', runId: runs[0] ?? '' })
  const small = await runner.profiles.tree({ project: 'lab', profileId: before?.id ?? '' })
  expect(tasks).toEqual([])
  // The tree of the small base is cached in this process, and the thread gets its file nevertheless.
  const tree = await runner.profiles.tree({ project: 'lab', profileId: profile?.id ?? '', baseId: before?.id ?? '' })
  expect(tasks).toEqual(['draw-profile'])
  expect([tree.total, small.total]).toEqual([10_000, 100])
  expect(tree.leftOut).toBeGreaterThan(5_000)
  const { unread } = await runner.profiles.groups({ project: 'lab', query: 'version=21.0' })
  expect([tasks.at(-1), unread]).toEqual(['group-profiles', 0])
  server.services.workers = workers
})
