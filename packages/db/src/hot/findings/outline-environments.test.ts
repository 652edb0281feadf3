import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, scopeOf } from '../../open.ts'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { EnvironmentOutline } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const PRODUCT = 'Example'

/** The outline as computed by a process without a cache. */
async function freshOutline(): Promise<EnvironmentOutline[]> {
  const db = openDatabase(lab.url, { max: 1 })
  const outline = await db.in(scopeOf({ id: lab.projectId })).findings.outline(PRODUCT)
  await db.close()
  return outline
}

const inOrder = (outlines: readonly EnvironmentOutline[]) => outlines.toSorted((a, b) => (a.id < b.id ? -1 : 1))

async function expectFresh(step: string): Promise<EnvironmentOutline[]> {
  const outline = await lab.project.findings.outline(PRODUCT)
  expect(inOrder(outline), step).toEqual(inOrder(await freshOutline()))
  return outline
}

test('outlines that are updated as runs arrive equal those computed from all runs', async () => {
  const upload = async (changes: Parameters<typeof exampleDocument>[0]) => {
    const sent = asUpload(exampleDocument(changes))
    expect(await lab.project.runs.upload(sent)).toMatchObject({ ok: true })
    return sent.runId
  }
  await upload({ version: '1.0', hardware: { name: 'lab1' } })
  await upload({ version: '1.0', hardware: { name: 'lab2' } })
  const before = await expectFresh('two environments')
  const second = await upload({ version: '1.1', hardware: { name: 'lab1' }, build: { compiler: 'gcc' } })
  const after = await expectFresh('a version more')
  const ofLab2 = (all: readonly EnvironmentOutline[]) => all.find(({ hardware }) => hardware === 'lab2')
  expect(ofLab2(after), 'an environment without news is kept').toBe(ofLab2(before))
  await upload({ version: '1.0', hardware: { name: 'lab1' }, repeat: 2, tests: [{ name: 'scan', group: 'range' }] })
  await expectFresh('a repeat that states the group of a test')
  await upload({ version: '2.0', product: 'Other' })
  await expectFresh('another product')
  const at = new Date('2026-02-01T00:00:00Z')
  const taken = await lab.project.validity.invalidate({ runId: second, reason: 'wrong disk', by: 'mia', at })
  await expectFresh('an excluded run')
  await lab.project.validity.withdraw({ runId: second, id: taken?.id ?? '', by: 'mia', at })
  await expectFresh('included again')
  await lab.project.runs.remove(second)
  expect((await expectFresh('removed')).flatMap(({ versions }) => versions.map(({ version }) => version))).toEqual([
    '1.0',
    '1.0',
  ])
})
