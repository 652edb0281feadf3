import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const ANYWHERE = { test: '', metric: '', hardware: '' }

test('a rule is stored for its scope, replaced, and removed once', async () => {
  const { rules } = lab.project
  const first = await rules.save(ANYWHERE, { method: 't-test', limit: 0.99 })
  await rules.save({ ...ANYWHERE, test: 'scan' }, { method: 'levels', minChange: 0.05 })
  const second = await rules.save(ANYWHERE, { method: 'iqr' })
  expect(second.id).toBe(first.id)
  expect((await rules.list()).map(({ place, rule }) => [place.test, rule])).toEqual([
    ['', { method: 'iqr' }],
    ['scan', { method: 'levels', minChange: 0.05 }],
  ])
  expect([await rules.remove(first.id), await rules.remove(first.id), await rules.remove('x')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a series has start times of its runs, and commits on request', async () => {
  const build = { name: 'o2', commit: 'abc123' }
  await lab.project.runs.upload(asUpload(exampleDocument({ build, startedAt: '2026-01-02T03:04:05Z' })))
  const query = { filters: {}, metrics: ['primary'], newestOnly: false, allSteps: false }
  for (const [withCommits, commit] of [
    [true, 'abc123'],
    [false, null],
  ] as const) {
    const { points, runs } = await lab.project.series.read({ ...query, withCommits })
    expect(runs.get(points.points[0]?.runId ?? '')).toEqual({ startedAt: Date.parse('2026-01-02T03:04:05Z'), commit })
  }
})
