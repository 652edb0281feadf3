import { VALIDITY_VERSION } from '@assay/domain/run/validity/flag-results'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { canonicalDump } from '../../testing.ts'
import type { ProjectQueries } from '../../types.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const everything = { filters: {}, metrics: null, newestOnly: true, allSteps: false } as const

/** Two clients too many on four cores, errors at one client, and one metric that is a mean since boot. */
const doubtful = (runId?: string) =>
  exampleDocument({
    ...(runId === undefined ? {} : { runId }),
    hardware: { name: 'lab1', cores: 4, kernel: '6.8.0' },
    testbed: { governor: 'powersave' },
    metricNames: ['qps', 'ignored_errors', 'cs/s'],
    results: [
      {
        test: 'scan',
        clients: 1,
        values: [20, 7, 362 / 6],
        samples: [{ metric: 'cs/s', intervalSeconds: 60, values: [10, 70, 71, 70, 71, 70] }],
      },
      { test: 'scan', clients: 2, values: [38, 0, 30] },
      { test: 'scan', clients: 6, values: [80, 0, 30] },
    ],
  })

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

async function newProject(name: string) {
  const { projectId, project } = await lab.other(name)
  const stored = await project.runs.upload(asUpload(doubtful()))
  const runId = stored.ok ? stored.value.runId : ''
  return { projectId, project, runId }
}

const flagsOf = async (project: ProjectQueries, runId: string) =>
  (await project.runs.find(runId))?.results.map(({ badges }) => badges.map(({ code }) => code))

const footnotesOf = async (project: ProjectQueries) => {
  const { points } = await project.cells.list(everything)
  const sorted = points.toSorted((a, b) => Number(a.coordinates.clients) - Number(b.coordinates.clients))
  return sorted.map(({ footnotes }) => footnotes?.map(({ code }) => code))
}

test('flags are computed at upload, for the run and the points of a comparison', async () => {
  const { project, runId } = await newProject('at-upload')
  expect(await flagsOf(project, runId)).toEqual([['ignored-errors', 'since-boot'], [], ['oversubscribed']])
  expect(await footnotesOf(project)).toEqual([['ignored-errors', 'since-boot'], undefined, ['oversubscribed']])
  const { points } = await project.cells.list(everything)
  const [errors, boot] = points.find(({ coordinates }) => coordinates.clients === '1')?.footnotes ?? []
  expect(errors).toEqual({ code: 'ignored-errors', text: 'The client ignored 7 errors.' })
  expect(boot?.metrics).toEqual(['cs/s'])
})

test('points have facts of the run, which override those of the machine', async () => {
  const { project } = await newProject('facts')
  const { points } = await project.cells.list(everything)
  expect(points[0]?.facts).toEqual({ governor: 'powersave', kernel: '6.8.0' })
  expect(points[1]?.facts).toBe(points[0]?.facts)
})

test('a person excludes a run or a result with a reason, and includes it again', async () => {
  const { project, runId } = await newProject('person')
  const [, second] = (await project.runs.find(runId))?.results ?? []
  const sent = { runId, reason: 'The fan stood still', by: 'ada', at: AT }
  const whole = await project.validity.invalidate(sent)
  const one = await project.validity.invalidate({ ...sent, resultId: second?.id, reason: 'Wrong table size' })
  expect(whole).toMatchObject({ runId, resultId: null, madeBy: 'ada', madeAt: '2026-11-21T12:00:00.000Z' })
  expect(await flagsOf(project, runId)).toEqual([
    ['invalidated', 'ignored-errors', 'since-boot'],
    ['invalidated', 'invalidated'],
    ['invalidated', 'oversubscribed'],
  ])
  const { points } = await project.cells.list(everything)
  expect(points.flatMap(({ footnotes }) => footnotes?.map(({ text }) => text) ?? [])).toContain(
    'Excluded by ada on 2026-11-21: The fan stood still',
  )
  const withdrawal = { runId, id: whole?.id ?? '', by: 'bob', at: AT }
  expect(await project.validity.withdraw(withdrawal)).toMatchObject({ withdrawnBy: 'bob' })
  expect(await project.validity.withdraw({ ...withdrawal, by: 'eve' }), 'the first time stands').toMatchObject({
    withdrawnBy: 'bob',
  })
  expect(await flagsOf(project, runId)).toEqual([['ignored-errors', 'since-boot'], ['invalidated'], ['oversubscribed']])
  // Both were created at the same moment, so their order is undefined.
  const stored = (await project.runs.find(runId))?.invalidations.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))
  expect(stored).toEqual([{ ...whole, withdrawnBy: 'bob', withdrawnAt: '2026-11-21T12:00:00.000Z' }, one])
})

test('the state of a project changes with exclusions and with flags that are computed again, and otherwise never', async () => {
  const { projectId, project, runId } = await newProject('state')
  const states = [await project.series.state()]
  const changed = async (work: () => Promise<unknown>) => {
    await work()
    states.push(await project.series.state())
  }
  await project.cells.list(everything)
  expect(await project.series.state()).toBe(states[0])
  const sent = { runId, reason: 'noisy', by: 'ada', at: AT }
  const made = await project.validity.invalidate(sent)
  states.push(await project.series.state())
  await changed(() => project.validity.withdraw({ runId, id: made?.id ?? '', by: 'ada', at: AT }))
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  await client.query('update run set validity_version = 0 where project_id = $1', [projectId])
  await client.end()
  await changed(() => project.validity.judgeAgain())
  await changed(() => project.runs.upload(asUpload(exampleDocument({ version: '3.0' }))))
  expect(new Set(states).size).toBe(5)
  expect(await project.series.state()).toBe(states.at(-1))
})

test('results of another project or run cannot be excluded', async () => {
  const mine = await newProject('mine')
  const theirs = await newProject('theirs')
  const other = await mine.project.runs.upload(asUpload(exampleDocument({ version: '2.0' })))
  const sent = { runId: mine.runId, reason: 'x', by: 'eve', at: AT }
  const result = (await mine.project.runs.find(mine.runId))?.results[0]?.id
  const empty = await lab.other('nothing')
  expect(await empty.project.validity.invalidate(sent)).toBeNull()
  expect(
    await mine.project.validity.invalidate({ ...sent, runId: other.ok ? other.value.runId : '', resultId: result }),
  ).toBeNull()
  for (const id of ['', 'x', "'; drop table run --", '\u0000']) {
    expect(await mine.project.validity.invalidate({ ...sent, runId: id })).toBeNull()
    expect(await mine.project.validity.withdraw({ runId: mine.runId, id, by: 'eve', at: AT })).toBeNull()
  }
  const made = await mine.project.validity.invalidate(sent)
  const id = made?.id ?? ''
  expect(await empty.project.validity.withdraw({ runId: mine.runId, id, by: 'eve', at: AT })).toBeNull()
  expect(await theirs.project.validity.withdraw({ runId: theirs.runId, id, by: 'eve', at: AT })).toBeNull()
  expect((await mine.project.runs.find(mine.runId))?.invalidations).toEqual([made])
  // The same figures in another project are another run.
  expect(await flagsOf(theirs.project, theirs.runId)).toEqual([
    ['ignored-errors', 'since-boot'],
    [],
    ['oversubscribed'],
  ])
})

test('runs with flags of older rules are judged again, with the same flags as an upload', async () => {
  const { projectId, project, runId } = await newProject('again')
  const before = await canonicalDump(lab.url, projectId)
  expect(await project.validity.judgeAgain()).toBe(0)
  const client = new Client({ connectionString: lab.url })
  await client.connect()
  try {
    await client.query('update run set validity_version = 0 where project_id = $1', [projectId])
    await client.query(`update result_badge set code = 'steal', text = 'by an older rule' where project_id = $1`, [
      projectId,
    ])
  } finally {
    await client.end()
  }
  expect(await flagsOf(project, runId)).toEqual([['steal', 'steal'], [], ['steal']])
  expect(await Promise.all([project.validity.judgeAgain(), project.validity.judgeAgain()])).toContain(1)
  expect(await canonicalDump(lab.url, projectId)).toBe(before)
  expect(before).toContain(`"validity_version": ${VALIDITY_VERSION}`)
})
