import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const attachment = { name: 'sb.o.scan', sha256: 'c'.repeat(64), sizeBytes: 5_000_000_000, mediaType: 'text/plain' }
const document = exampleDocument({
  build: { compiler: 'clang', lto: true, flags: '-O2' },
  config: { name: 'small', text: 'a = 1\n', settings: { a: '1' } },
  hardware: { name: 'lab1', cores: 16, memoryGb: 31.5, smt: false },
  testbed: { kernel: '6.8.0', governor: 'performance', smt: false },
  benchmark: { name: 'sysbench', version: '1.1.0' },
  workload: { name: 'cached', params: { tables: 8 } },
  startedAt: '2026-01-02T03:04:05Z',
  finishedAt: '2026-01-02T04:04:05+01:00',
  clientVersion: 'sysbench 1.1.0-3ceba0b',
  notes: 'a note',
  source: { name: 'lab book', url: 'https://example.org/' },
  tests: [
    { name: 'scan', order: 1, group: 'range' },
    { name: 'point-query', order: 2, connectionsPerClient: 2, targetRate: 100 },
  ],
  attachments: [attachment],
})

test('a run is found with all facts of its document', async () => {
  const upload = asUpload(document)
  const { project } = lab
  await project.runs.upload(upload)
  const run = await project.runs.find(upload.runId)
  expect(run).toMatchObject({
    digest: upload.digest,
    product: 'Example',
    build: 'clang+LTO -O2',
    compiler: 'clang+LTO',
    benchmarkVersion: '1.1.0',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:05.000Z',
    clientVersion: 'sysbench 1.1.0-3ceba0b',
    notes: 'a note',
    newest: true,
    workloadParams: { tables: 8 },
    sources: [{ name: 'lab book', url: 'https://example.org/' }],
    buildDetails: { compiler: 'clang', compilerLabel: 'clang+LTO', lto: true, flags: '-O2', commit: null },
    configDetails: { product: 'Example', name: 'small', text: 'a = 1\n', settings: { a: '1' } },
    hardwareDetails: { name: 'lab1', cores: 16, sizeClass: 'medium', memoryGb: 31.5, smt: false, os: null },
    testbed: { kernel: '6.8.0', governor: 'performance', smt: false },
    attachments: [attachment],
  })
  expect(run?.tests.map(({ name, group, primaryMetric }) => [name, group, primaryMetric])).toEqual([
    ['scan', 'range', 'qps'],
    ['point-query', null, 'qps'],
  ])
  expect(run?.tests[1]).toMatchObject({ connectionsPerClient: 2, targetRate: 100, role: 'measured' })
  expect(run?.results.map(({ test: name, clients, values }) => [name, clients, values])).toEqual([
    ['scan', 1, [20, 50]],
    ['point-query', 1, [1000, 1.5]],
    ['point-query', 4, [3900, null]],
  ])
  expect(run?.metrics.map(({ name, unit }) => [name, unit])).toEqual([
    ['qps', 'queries/s'],
    ['latency_ms_p95', 'ms'],
  ])
  const [build, config, hardware] = await Promise.all([
    project.builds.find(run?.buildId ?? ''),
    project.configs.find(run?.configId ?? ''),
    project.hardware.find(run?.hardwareId ?? ''),
  ])
  expect(build).toMatchObject({ ...run?.buildDetails, runCount: 1, runs: [{ id: upload.runId }] })
  expect(config).toMatchObject({ ...run?.configDetails, runCount: 1 })
  expect(hardware).toMatchObject({ ...run?.hardwareDetails, runCount: 1 })
})

test('provenance of many runs is read at once, without their results', async () => {
  const { project } = await lab.other('provenance')
  const [a, b] = [
    asUpload({
      ...document,
      results: [
        { test: 'point-query', clients: 4, values: [2, 1], command: 'run point-query' },
        { test: 'point-query', clients: 8, values: [3, 1], command: 'run point-query' },
        { test: 'scan', clients: 1, values: [1, 1], command: 'run scan' },
      ],
    }),
    asUpload(exampleDocument({ version: '2.0' })),
  ]
  await project.runs.upload(a)
  await project.runs.upload(b)
  const ids = [b.runId, crypto.randomUUID(), a.runId]
  const found = await project.runs.provenance({ ids, maxCommands: 100 })
  expect(found.map(({ id }) => id)).toEqual([b.runId, a.runId])
  expect(found[0]).toMatchObject({ version: '2.0', commands: [], sources: [] })
  expect(found[1]).toMatchObject({
    compiler: 'clang+LTO',
    flags: '-O2',
    configSha256: hash('sha256', 'a = 1\n', 'hex'),
    memoryGb: 31.5,
    sources: [{ name: 'lab book', url: 'https://example.org/' }],
    commands: ['run scan', 'run point-query'],
  })
  const [first] = await project.runs.provenance({ ids: [a.runId], maxCommands: 1 })
  expect(first?.commands).toEqual(['run scan'])
})

test('two runs are compared fact by fact', async () => {
  const { project } = await lab.other('two-runs')
  const [a, b] = [
    asUpload(document),
    asUpload({
      ...document,
      version: '2.0',
      config: { name: 'other', settings: { a: '2' } },
      testbed: { kernel: '6.8.0', governor: 'powersave' },
    }),
  ]
  await project.runs.upload(a)
  await project.runs.upload(b)
  const facts = await project.runs.diffFacts({ a: a.runId, b: b.runId })
  const differing = facts?.filter((fact) => fact.a !== fact.b).map((fact) => [fact.section, fact.name, fact.a, fact.b])
  expect(differing).toContainEqual(['version', 'version', '1.0', '2.0'])
  expect(differing).toContainEqual(['settings', 'a', '1', '2'])
  // The same hardware in another state is accepted and reported as a difference.
  expect(differing).toContainEqual(['hardware', 'governor', 'performance', 'powersave'])
  expect(facts).toContainEqual({ section: 'hardware', name: 'cores', a: '16', b: '16' })
  expect(await project.runs.diffFacts({ a: a.runId, b: 'x' })).toBeNull()
})

test('the home page has the counts of the project', async () => {
  const { project } = await lab.other('home')
  for (const version of ['9.10', '9.9', '10.0']) await project.runs.upload(asUpload(exampleDocument({ version })))
  await project.runs.upload(asUpload(exampleDocument({ product: 'Other', hardware: { name: 'lab2' } })))
  const home = await project.home()
  expect(home.counts).toEqual({ runs: 4, results: 12, products: 2, versions: 4, builds: 4, configs: 2, hardware: 2 })
  expect(home.products[0]).toMatchObject({ name: 'Example', versionCount: 3, runCount: 3 })
  expect(home.products[0]?.versions.map((version) => version.name)).toEqual(['9.9', '9.10', '10.0'])
  expect(home.hardware.map(({ name, runCount }) => [name, runCount])).toEqual([
    ['lab1', 3],
    ['lab2', 1],
  ])
  expect(home.benchmarks).toMatchObject([
    { name: 'sysbench', runCount: 4, workloads: [{ name: 'cached', runCount: 4 }] },
  ])
  expect(home.newestRuns.map((run) => run.version)).toEqual(['1.0', '10.0', '9.9', '9.10'])
})
