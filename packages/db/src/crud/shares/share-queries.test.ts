import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { StoredSource } from './share-rows.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const newShare = (secretSha256: string, frameHosts: string[] | null) => ({
  title: 'Versions',
  content: '{}',
  sha256: 'ab'.repeat(32),
  source: { comparisons: [DEFAULT_COMPARISON], masks: [] },
  address: { secretSha256 },
  passwordHash: null,
  expiresAt: null,
  embargoUntil: null,
  frameHosts,
})

test('any site, no site and named sites are stored as different settings', async () => {
  const { shares } = lab.project
  for (const [at, hosts] of [null, [], ['example.org']].entries()) {
    const id = await shares.add(newShare(`${at}`.repeat(64), hosts))
    expect((await shares.find(id ?? ''))?.frameHosts).toEqual(hosts)
  }
})

test('a source that was stored before an option existed gets its default', () => {
  const { onlyChanged, ...older } = DEFAULT_COMPARISON
  const stored = { comparisons: [older], masks: [{ name: 'lab1', shown: 'machine A' }] }
  expect(StoredSource.parse(stored)).toEqual({ ...stored, comparisons: [{ ...older, onlyChanged }] })
})
