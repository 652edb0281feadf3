import { scopeOf } from '@assay/db/open'
import type { Project } from '@assay/db/types'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { median } from '@assay/domain/stats/median'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadRun } from '../runs/upload-run.ts'
import { detectRegressions } from './detect-regressions.ts'

// Random histories with a known truth: in any order of arrival, and with scans at any point in between, the findings
// are those of one scan of everything, every change is found, and none is found twice.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const PRODUCT = 'Postgres'
const VERSIONS = ['17.0', '17.1', '17.2', '18.0', '18.1']
const MACHINES = ['dell32', 'pn53']
const WORKLOADS = ['cached', 'IO-bound']
const AFTER = new Date('2026-11-21T13:00:00Z')
const TESTS = ['point-query', 'scan', 'update-index']
const REPEATS = 4

type Truth = {
  /** Factor by which the throughput differs from the version before, by machine, workload, test and version. */
  steps: Record<string, number>
  /** Order in which runs arrive, and after which of them a scan runs. */
  order: number[]
  looks: boolean[]
}

const environments = MACHINES.flatMap((hardware) => WORKLOADS.map((workload) => ({ hardware, workload })))
const stepKey = (...parts: string[]) => parts.join(' ')
const stepKeys = environments.flatMap(({ hardware, workload }) =>
  TESTS.flatMap((name) => VERSIONS.slice(1).map((version) => stepKey(hardware, workload, name, version))),
)
const runCount = environments.length * VERSIONS.length * REPEATS

const truths: fc.Arbitrary<Truth> = fc.record({
  steps: fc
    .array(fc.constantFrom(1, 1, 1, 1, 1, 0.75, 1.35), { minLength: stepKeys.length, maxLength: stepKeys.length })
    .map((sizes) => Object.fromEntries(sizes.map((size, i) => [stepKeys[i] ?? '', size]))),
  order: fc.shuffledSubarray([...Array(runCount).keys()], { minLength: runCount, maxLength: runCount }),
  looks: fc.array(
    fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    { minLength: runCount, maxLength: runCount },
  ),
})

/** The level of a test in a version: the product of the steps up to it, starting at 1. */
const levelAt = ({ steps }: Pick<Truth, 'steps'>, version: string, ...environment: string[]) =>
  VERSIONS.slice(1, VERSIONS.indexOf(version) + 1).reduce(
    (level, one) => level * (steps[stepKey(...environment, one)] ?? 1),
    1,
  )

/** Runs of a history: the level that its steps define, with half a percent of noise that is the same each time. */
function runsOf(truth: Truth): UploadDocument[] {
  return environments.flatMap(({ hardware, workload }, index) =>
    VERSIONS.flatMap((version, at) =>
      Array.from({ length: REPEATS }, (_, repeat): UploadDocument => {
        const level = (name: string) => 1000 * levelAt(truth, version, hardware, workload, name)
        const noise = (i: number) => 1 + 0.005 * Math.sin(1 + i + 3 * repeat + 7 * at + 11 * index)
        return exampleDocument({
          product: PRODUCT,
          version,
          hardware: { name: hardware },
          workload: { name: workload },
          repeat: repeat + 1,
          metricNames: ['qps'],
          tests: TESTS.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
          results: TESTS.map((test, i) => ({ test, clients: 1, values: [level(test) * noise(i)] })),
        })
      }),
    ),
  )
}

type Found = Pick<StoredFinding, 'from' | 'to' | 'hardware' | 'direction' | 'changes'>

/** Returns the machines on which one of the finding's tests changed in the same direction, by the truth. */
function agreeing(truth: Truth, { from, to, direction, changes }: Found): string[] {
  const isFar = (ratio: number) => (direction === 'worse' ? ratio < 0.9 : ratio > 1.1)
  const names = [...new Set(changes.map(({ test: name }) => name))]
  return MACHINES.filter((hardware) =>
    WORKLOADS.some((workload) =>
      names.some((name) =>
        isFar(levelAt(truth, to, hardware, workload, name) / levelAt(truth, from, hardware, workload, name)),
      ),
    ),
  )
}

/**
 * Expects that a regression is fixed when the newest version is back at its level, and new when it is not; between the
 * two thresholds either state is correct.
 */
async function expectStates(project: Project, truth: Truth) {
  const newest = VERSIONS.at(-1) ?? ''
  const all = await server.db.in(scopeOf(project)).findings.list({ ...EVERYTHING, direction: ['worse'] }, 1_000)
  for (const { id, hardware, from, to, changes, state } of all) {
    const ratios = changes.map(
      ({ workload, test: name }) =>
        levelAt(truth, newest, hardware, workload, name) / levelAt(truth, from, hardware, workload, name),
    )
    const ratio = median(ratios) ?? 1
    if (ratio > 0.94 && ratio < 0.98) continue
    expect([id, state]).toEqual([id, to !== newest && ratio >= 0.98 ? 'fixed' : 'new'])
  }
}

let count = 0
async function newProject(): Promise<Project> {
  count += 1
  return (await server.addProject(`history-${count}`)).project
}

async function upload(project: Project, document: UploadDocument): Promise<string> {
  const access = { project, role: null, queries: server.db.in(scopeOf(project)) }
  const stored = await uploadRun(server.services, access, { input: document, onConflict: 'stop' })
  if (!stored.ok) throw new Error(stored.error.detail)
  return stored.value.runId
}

async function scanEverything(project: Project) {
  while ((await detectRegressions(server.services, { projectId: project.id, product: PRODUCT })).left);
}

const EVERYTHING = FindingFilters.parse({ explained: true })

/** Returns findings with their ids, and how often each was found; times and states are left out. */
async function findingsOf(project: Project) {
  const { findings } = server.db.in(scopeOf(project))
  const listed = await findings.list(EVERYTHING, 1_000)
  return Promise.all(
    listed.map(async ({ createdAt: _c, updatedAt: _u, state: _s, fixedIn: _f, ...finding }) => {
      const events = (await findings.find(finding.id))?.events ?? []
      return { ...finding, found: events.filter(({ kind }) => kind === 'found').length }
    }),
  )
}

test('in any order and with scans in between, findings are those of one scan, and each planted change is found once', async () => {
  await fc.assert(
    fc.asyncProperty(truths, async (truth) => {
      const runs = runsOf(truth)
      const [piecemeal, whole] = [await newProject(), await newProject()]
      for (const [i, index] of truth.order.entries()) {
        await upload(piecemeal, runs[index] ?? exampleDocument())
        if (truth.looks[i] === true) await scanEverything(piecemeal)
      }
      await scanEverything(piecemeal)
      for (const run of runs) await upload(whole, run)
      await scanEverything(whole)
      const found = await findingsOf(whole)
      expect(await findingsOf(piecemeal)).toEqual(found)
      expect(found.every((finding) => finding.found === 1)).toBe(true)

      const reported = found.flatMap(({ hardware, from, to, direction, changes }) =>
        VERSIONS.indexOf(to) - VERSIONS.indexOf(from) === 1
          ? changes.map(({ workload, test: name }) => `${direction} ${stepKey(hardware, workload, name, to)}`)
          : [],
      )
      const planted = Object.entries(truth.steps).flatMap(([key, step]) =>
        step === 1 ? [] : [`${step < 1 ? 'worse' : 'better'} ${key}`],
      )
      expect(reported.sort()).toEqual(planted.sort())
      for (const finding of found) expect([finding.id, finding.agree]).toEqual([finding.id, agreeing(truth, finding)])
      for (const project of [piecemeal, whole]) await expectStates(project, truth)
    }),
    { numRuns: 1 },
  )
})

test('excluding runs gives the findings of a project that never had them, and including them again restores all findings', async () => {
  await fc.assert(
    fc.asyncProperty(truths, fc.constantFrom(...VERSIONS), async (truth, taken) => {
      const runs = runsOf(truth)
      const [project, without] = [await newProject(), await newProject()]
      const ids = new Map<string, string>()
      for (const run of runs) ids.set(await upload(project, run), run.version)
      await scanEverything(project)
      const before = await findingsOf(project)

      const { validity } = server.db.in(scopeOf(project))
      const made: { runId: string; id: string }[] = []
      for (const [runId, version] of ids) {
        if (version !== taken) continue
        const at = new Date('2026-11-21T12:00:00Z')
        const invalidation = await validity.invalidate({ runId, resultId: null, reason: 'loud fan', by: 'olga', at })
        if (invalidation !== null) made.push({ runId, id: invalidation.id })
      }
      expect(made).toHaveLength(environments.length * REPEATS)
      await scanEverything(project)
      for (const run of runs) if (run.version !== taken) await upload(without, run)
      await scanEverything(without)
      expect(await findingsOf(project)).toEqual(await findingsOf(without))

      for (const { runId, id } of made) await validity.withdraw({ runId, id, by: 'olga', at: AFTER })
      await scanEverything(project)
      expect(await findingsOf(project)).toEqual(before)
    }),
    { numRuns: 1 },
  )
})
