import { poolKey } from '@assay/domain/compare/noise/noise-levels'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { momentsOf } from '@assay/domain/stats/moments'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { ProjectQueries } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

let project: ProjectQueries
let count = 0
beforeEach(async () => {
  count += 1
  ;({ project } = await lab.other(`noise-${count}`))
})

async function send(...documents: UploadDocument[]): Promise<string[]> {
  const ids: string[] = []
  for (const document of documents) {
    const answer = await project.runs.upload(asUpload(document))
    expect(answer).toMatchObject({ ok: true })
    ids.push(asUpload(document).runId)
  }
  return ids
}

const repeat = (number: number, qps: number, changes: Partial<Parameters<typeof exampleDocument>[0]> = {}) =>
  exampleDocument({ repeat: number, results: [{ test: 'scan', clients: 1, values: [qps, null] }], ...changes })

const groups = async () => {
  const [machine] = await project.hardware.list()
  return (await project.noise.ofHardware(machine?.id ?? ''))?.repeats ?? []
}

/**
 * Records statements.
 *
 * @returns a function that returns the names or texts of statements so far, without begin, commit and statements that
 * queue scans of earlier uploads.
 */
function listenForStatements(): () => string[] {
  const query = vi.spyOn(Client.prototype, 'query')
  return () => {
    const statements = query.mock.calls.map(([one]) => {
      const statement: unknown = one
      return typeof statement === 'string' ? statement : String(Object(statement).name ?? Object(statement).text)
    })
    query.mockRestore()
    return statements.filter((statement) => !/ask_for_job|pg_notify|^begin|^commit/.test(statement))
  }
}

const points = () => project.cells.list({ filters: {}, metrics: ['primary'], newestOnly: true, allSteps: false })

test('repeats of one build and config form a group with squared deviations of ln(value)', async () => {
  await send(repeat(1, 100), repeat(2, 104), repeat(3, 98), repeat(1, 500, { version: '2.0' }))
  const [only, ...others] = await groups()
  expect(others).toEqual([])
  expect(only).toMatchObject({
    hardware: 'lab1',
    benchmark: 'sysbench',
    test: 'scan',
    clients: '1',
    metric: 'qps',
    degreesOfFreedom: 2,
  })
  expect(only?.squares).toBeCloseTo(momentsOf([100, 104, 98].map(Math.log)).squares, 12)
})

test('a run that was measured again is a repeat, one that was replaced is not', async () => {
  const upload = (qps: number, onConflict: OnConflict, changes: Partial<UploadDocument> = {}) =>
    project.runs.upload(asUpload(repeat(1, qps, changes), onConflict))
  await upload(100, 'stop', { startedAt: '2026-01-01T00:00:00Z' })
  await upload(104, 'repeat', { startedAt: '2026-01-02T00:00:00Z' })
  expect(await groups()).toMatchObject([{ degreesOfFreedom: 1, at: Date.parse('2026-01-02T00:00:00Z') }])
  await upload(100, 'stop', { version: '3.0', startedAt: '2026-01-01T00:00:00Z' })
  await upload(101, 'replace', { version: '3.0', startedAt: '2026-01-02T00:00:00Z' })
  expect(await groups()).toHaveLength(1)
})

test('an excluded result is not a repeat until it is included again', async () => {
  const [, second = ''] = await send(repeat(1, 100), repeat(2, 200))
  const at = new Date('2026-02-01T00:00:00Z')
  const taken = await project.validity.invalidate({ runId: second, reason: 'wrong disk', by: 'mia', at })
  expect(await groups()).toEqual([])
  await project.validity.withdraw({ runId: second, id: taken?.id ?? '', by: 'mia', at })
  expect(await groups()).toHaveLength(1)
})

test('floors need two degrees of freedom; cached floors cost one small statement', async () => {
  await send(repeat(1, 100), repeat(2, 101))
  const noiseKey = {
    hardware: 'lab1',
    benchmark: 'sysbench',
    workload: 'cached',
    test: 'scan',
    group: null,
    clients: '1',
    metric: 'qps',
  }
  expect((await project.noise.floors(await points(), ['primary'])).at(noiseKey)).toBe(null)
  await send(repeat(3, 105))
  const set = await points()
  const floors = await project.noise.floors(set, ['primary'])
  expect(floors.at(noiseKey)).toMatchObject({ source: 'test', degreesOfFreedom: 2 })
  const statementsOf = listenForStatements()
  expect(await project.noise.floors(set, ['primary'])).toBe(floors)
  expect(statementsOf()).toEqual(['noise-state'])
})

test('a new run is read with its own repeats, not with all others on the machine', async () => {
  await send(repeat(1, 100), repeat(2, 101), repeat(1, 100, { version: '2.0' }), repeat(2, 103, { version: '2.0' }))
  const before = await groups()
  expect(before).toHaveLength(2)
  const [third = ''] = await send(repeat(3, 102, { version: '2.0' }))
  const query = vi.spyOn(Client.prototype, 'query')
  const after = await groups()
  const statements = query.mock.calls.flatMap(([sql]) => {
    const { name, values } = z.object({ name: z.string(), values: z.array(z.unknown()) }).safeParse(sql).data ?? {}
    return name === 'noise-repeats' ? [values?.[1]] : []
  })
  query.mockRestore()
  expect(statements).toEqual([expect.arrayContaining([third])])
  expect(statements[0]).toHaveLength(3)
  expect(after.map(({ degreesOfFreedom }) => degreesOfFreedom).sort()).toEqual([1, 2])
  expect(
    before.filter((one) => after.includes(one)),
    'the set without news is kept',
  ).toHaveLength(1)
})

test('without repeats only the state is read', async () => {
  await send(repeat(1, 100))
  const set = await points()
  const statementsOf = listenForStatements()
  expect((await project.noise.floors(set, ['primary', 'latency_ms_p95'])).at).toBeTypeOf('function')
  expect(statementsOf()).toEqual(['noise-state'])
})

test('noise of neighboring versions is used without repeats, and read again when it changes', async () => {
  await send(repeat(1, 100))
  const noiseKey = {
    hardware: 'lab1',
    benchmark: 'sysbench',
    workload: 'cached',
    test: 'scan',
    group: null,
    clients: '1',
    metric: 'qps',
  }
  const learn = (sd: number) =>
    project.noise.storeNeighborFloors('Example', {
      floors: [[poolKey(noiseKey, 'machine')?.split('\u0000') ?? [], sd, 12]],
      nearest: [{ ...noiseKey, versions: ['1.0'], metrics: ['qps'], lines: [['scan', '1', '', ['0']]] }],
    })
  const floor = async () => (await project.noise.floors(await points(), ['primary'])).at(noiseKey)
  expect(await floor()).toBeNull()
  await learn(0.02)
  expect(await floor()).toEqual({ source: 'neighbours', sd: 0.02, degreesOfFreedom: 12 })
  await learn(0.03)
  expect(await floor()).toMatchObject({ sd: 0.03 })
})

test('without repeats the noise of a result is estimated from its interval samples', async () => {
  const values = Array.from({ length: 400 }, (_, i) => 1000 + ((i * 7919) % 41) - 20)
  const samples = [{ metric: 'qps', intervalSeconds: 1, startSeconds: 1, values }]
  await send(exampleDocument({ results: [{ test: 'scan', clients: 1, values: [1000, null], samples }] }))
  const { points: found } = await project.noise.withNoise(await points(), ['primary'])
  expect(found[0]?.noise?.qps).toMatchObject({ source: 'samples', degreesOfFreedom: 19 })
  expect(found[0]?.noise?.qps?.sd).toBeLessThan(0.01)
})
