import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'
import { canonicalDump, withoutFilters } from '../testing.ts'
import type { ProjectQueries } from '../types.ts'

const SHA256 = 'ab'.repeat(32)
const RUN_ID = '0193a0b1-0000-7abc-8def-0123456789ab'

const document = (qps: number) =>
  exampleDocument({
    runId: RUN_ID,
    results: [
      { test: 'scan', clients: 1, values: [qps, 1], samples: [{ metric: 'qps', intervalSeconds: 1, values: [qps] }] },
    ],
    attachments: [{ name: `${qps}.txt`, sha256: SHA256, sizeBytes: qps }],
  })

const everything = { filters: {}, metrics: null, newestOnly: false, allSteps: true } as const
const page = { filters: {}, sort: { key: 'received', direction: 'ascending' }, cursor: null, limit: 10 } as const

describe.each([
  { how: 'as it is', rewrite: null },
  { how: 'with its own filters taken out', rewrite: withoutFilters },
])('the data layer $how', ({ rewrite }) => {
  let lab: TestProject
  let mine: { projectId: string; project: ProjectQueries }
  let theirs: { projectId: string; project: ProjectQueries }
  let empty: { projectId: string; project: ProjectQueries }
  beforeAll(async () => {
    lab = await openTestProject({ rewrite })
    mine = await lab.other('mine')
    theirs = await lab.other('theirs')
    empty = await lab.other('empty')
    await mine.project.runs.upload(asUpload(document(1)))
  })
  afterAll(() => lab.close())

  test('the same ids in two projects are two runs, and neither sees the other', async () => {
    const before = await canonicalDump(lab.url, mine.projectId)
    expect(await theirs.project.runs.upload(asUpload(document(2)))).toMatchObject({
      ok: true,
      value: { status: 'stored' },
    })
    expect(await canonicalDump(lab.url, mine.projectId)).toBe(before)
    for (const [{ project }, qps] of [
      [mine, 1],
      [theirs, 2],
    ] as const) {
      const run = await project.runs.find(RUN_ID)
      expect(run?.results.map((result) => result.values)).toEqual([[qps, 1]])
      expect(run?.attachments.map((attachment) => attachment.name)).toEqual([`${qps}.txt`])
      expect((await project.attachments.find(SHA256)).map((found) => found.name)).toEqual([`${qps}.txt`])
      expect((await project.samples.forResult(run?.results[0]?.id ?? '')).map((series) => series.values)).toEqual([
        [qps],
      ])
      expect((await project.cells.list(everything)).points.map((point) => point.values.qps)).toEqual([qps])
      expect((await project.runs.list(page)).total).toBe(1)
    }
  })

  test('every query for objects of another project answers as if they did not exist', async () => {
    const run = await mine.project.runs.find(RUN_ID)
    expect(run).not.toBeNull()
    const { project } = empty
    expect(await project.runs.find(RUN_ID)).toBeNull()
    expect(await project.runs.diffFacts({ a: RUN_ID, b: RUN_ID })).toBeNull()
    expect(await project.runs.list(page)).toEqual({ rows: [], nextCursor: null, total: 0 })
    expect(await project.cells.list(everything)).toEqual({ points: [], tests: [], metrics: [] })
    expect((await project.dimensions.facets({ filters: {}, allSteps: true })).flatMap(({ values }) => values)).toEqual(
      [],
    )
    expect(await project.samples.forResult(run?.results[0]?.id ?? '')).toEqual([])
    expect(await project.attachments.list(RUN_ID)).toEqual([])
    expect(await project.attachments.find(SHA256)).toEqual([])
    expect(await project.builds.find(run?.buildId ?? '')).toBeNull()
    expect(await project.configs.find(run?.configId ?? '')).toBeNull()
    expect(await project.hardware.find(run?.hardwareId ?? '')).toBeNull()
    expect(await Promise.all([project.products.list(), project.versions.list(), project.builds.list()])).toEqual([
      [],
      [],
      [],
    ])
    expect(await Promise.all([project.configs.list(), project.hardware.list()])).toEqual([[], []])
    expect(await project.home()).toMatchObject({
      counts: { runs: 0, results: 0, hardware: 0 },
      products: [],
      newestRuns: [],
    })
  })

  test('an invalid id is treated as unknown', async () => {
    const { project } = mine
    for (const id of ['', 'x', "'; drop table run --", '\u0000', `${RUN_ID}0`]) {
      expect(await project.runs.find(id)).toBeNull()
      expect(await project.samples.forResult(id)).toEqual([])
      expect(await project.attachments.list(id)).toEqual([])
      expect(await project.attachments.find(id)).toEqual([])
      expect(await project.builds.find(id)).toBeNull()
      expect(await project.configs.find(id)).toBeNull()
      expect(await project.hardware.find(id)).toBeNull()
    }
  })
})
