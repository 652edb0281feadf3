import { scopeOf } from '@assay/db/open'
import type { Project } from '@assay/db/types'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readComparison } from '../comparisons/read-comparison.ts'
import { uploadRun } from '../runs/upload-run.ts'
import { detectRegressions } from './detect-regressions.ts'
import { planVersionPairs } from './plan-version-pairs.ts'

// A scan stores each batch when it is complete, so that an interrupted scan is resumed where it stopped.

const PRODUCT = 'Postgres'
const VERSIONS = ['17.0', '17.1', '17.2', '18.0', '18.1']
const MACHINES = ['dell32', 'pn53']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const queriesOf = (project: Project) => server.db.in(scopeOf(project))

/** Uploads 18.0 as 20% slower on both machines; repeats spread by 1%. */
async function uploadHistory(project: Project) {
  for (const [index, hardware] of MACHINES.entries())
    for (const version of VERSIONS)
      for (const [repeat, factor] of [0.99, 1, 1.01, 1.005].entries()) {
        const qps = (version < '18' ? 1000 : 800) * factor * (1 + index)
        const document = exampleDocument({
          product: PRODUCT,
          version,
          hardware: { name: hardware },
          repeat: repeat + 1,
          metricNames: ['qps'],
          tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
          results: [{ test: 'scan', clients: 1, values: [qps] }],
        })
        const access = { project, role: null, queries: queriesOf(project) }
        const stored = await uploadRun(server.services, access, { input: document, onConflict: 'stop' })
        expect(stored).toMatchObject({ ok: true })
      }
}

const found = async (project: Project) =>
  (await queriesOf(project).findings.list(FindingFilters.parse({}), 100))
    .map(({ from, to, hardware, direction }) => [from, to, hardware, direction].join(' '))
    .sort()

/** Counts the version pairs whose verdicts are not stored yet. */
async function openParts(project: Project): Promise<number> {
  const { findings } = queriesOf(project)
  const [outline, stored] = await Promise.all([findings.outline(PRODUCT), findings.scanState(PRODUCT)])
  return planVersionPairs(outline).filter(({ id, results }) => !stored.pairs.get(id)?.state.startsWith(results)).length
}

test('a scan without time completes one batch each time, and repeated scans find what one scan finds', async () => {
  const [slow, whole] = await Promise.all(['slow', 'whole'].map((slug) => server.addProject(slug)))
  if (slow === undefined || whole === undefined) throw new Error('two projects were added')
  await uploadHistory(slow.project)
  await uploadHistory(whole.project)
  while ((await detectRegressions(server.services, { projectId: whole.project.id, product: PRODUCT })).left);

  const open = [await openParts(slow.project)]
  let scans = 0
  for (let left = true; left && scans < 100; scans++) {
    ;({ left } = await detectRegressions(server.services, { projectId: slow.project.id, product: PRODUCT }, 0))
    open.push(await openParts(slow.project))
  }
  expect(scans).toBeGreaterThan(2)
  expect(scans).toBeLessThan(50)
  expect(open.at(-1)).toBe(0)
  expect(open).toEqual(open.toSorted((a, b) => b - a))
  expect(await found(slow.project)).toEqual(await found(whole.project))
  expect(await found(whole.project)).toContain('17.2 18.0 dell32 worse')
  expect((await detectRegressions(server.services, { projectId: slow.project.id, product: PRODUCT })).touched).toBe(0)
})

/** Uploads a release, then 40 commits of a branch, of which the second half is 20% slower in one of two tests. */
async function uploadBranch(project: Project) {
  const access = { project, role: null, queries: queriesOf(project) }
  for (let i = -1; i < 40; i++) {
    const noise = 1 + 0.01 * Math.sin(7 * i)
    const document = exampleDocument({
      product: PRODUCT,
      version: i < 0 ? '18.0' : '19-dev',
      build: { compiler: 'gcc', flags: '-O2', commit: (i + 4_097).toString(16).padEnd(40, 'c') },
      hardware: { name: 'dell32' },
      startedAt: new Date(Date.UTC(2026, 0, 1) + i * 86_400_000).toISOString(),
      metricNames: ['qps'],
      tests: ['scan', 'insert'].map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: [
        { test: 'scan', clients: 1, values: [1000 * noise] },
        { test: 'insert', clients: 1, values: [(i < 20 ? 1000 : 800) * noise] },
      ],
    })
    expect(await uploadRun(server.services, access, { input: document, onConflict: 'stop' })).toMatchObject({
      ok: true,
    })
  }
}

test('a comparison is answered between the batches of a scan, and the change is found at its commit', async () => {
  const { project } = await server.addProject('branch')
  await uploadBranch(project)
  const access = { project, role: null, queries: queriesOf(project) }
  const comparison = { ...DEFAULT_COMPARISON, rows: ['test' as const], columns: ['version' as const] }
  const before = await readComparison(access, comparison)
  let isScanned = false
  const scan = (async () => {
    while ((await detectRegressions(server.services, { projectId: project.id, product: PRODUCT }, 0)).left);
    isScanned = true
  })()
  let answers = 0
  while (!isScanned) {
    expect((await readComparison(access, comparison)).grid).toEqual(before.grid)
    answers += 1
  }
  await scan
  expect(answers).toBeGreaterThan(1)
  expect(await found(project)).toEqual(['19-dev at 1014cccccc 19-dev at 1015cccccc dell32 worse'])
})

test('a version that was measured at many commits is judged by commit and not in pairs of releases', () => {
  const state = { state: 'x', tests: new Set(['scan 1']), runs: 10 }
  const finding = {
    id: '0190a1b2-0000-4000-8000-000000000001',
    product: PRODUCT,
    hardware: 'dell32',
    benchmark: 'sysbench',
    workload: 'cached',
    state: 'y',
    tests: [],
    versions: [
      { version: '18.0', builds: 1, commits: 1, ...state },
      { version: '19-dev', builds: 40, commits: 40, ...state },
      { version: '19.0', builds: 7, commits: 1, ...state },
    ],
  }
  expect(planVersionPairs([finding]).map(({ pair: { from, to, kind } }) => `${from} ${to} ${kind}`)).toEqual([
    '18.0 19.0 release',
    '19-dev 19-dev commits',
    '19.0 19.0 commits',
  ])
})
