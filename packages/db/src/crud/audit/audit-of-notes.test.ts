import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

test('notes, known bugs, saved comparisons and invalidations write one audit event for each change', async () => {
  const { project } = lab
  const upload = asUpload(exampleDocument())
  await project.runs.upload(upload)
  const bug = { product: 'Example', bug: '7', title: 'slow', tests: [], workloads: [] }
  const { slug } = await project.knownBugs.save(bug)
  await project.knownBugs.save({ ...bug, title: 'slower' })
  await project.knownBugs.remove(slug)
  expect(await project.knownBugs.remove(slug)).toBe(false)
  await project.savedComparisons.save('one', { title: 'One', query: 'base=1' }, { replace: false })
  expect(await project.savedComparisons.save('one', { title: 'Two', query: '' }, { replace: false })).toBeNull()
  await project.savedComparisons.remove('one')
  const note = await project.annotations.add({ coordinates: { product: 'Example', version: '1' }, text: 'fine' })
  await project.annotations.remove(note?.id ?? '')
  const runId = (await project.home()).newestRuns[0]?.id ?? ''
  const at = new Date('2026-11-21T12:00:00Z')
  const taken = await project.validity.invalidate({ runId, reason: 'a cable', by: 'ada', at })
  await project.validity.withdraw({ runId, id: taken?.id ?? '', by: 'ada', at })
  const { events } = await project.audit.list({ filters: {}, after: null, limit: 50 })
  expect(events.map(({ action }) => action).reverse()).toEqual([
    'run.uploaded',
    'known-bug.saved',
    'known-bug.saved',
    'known-bug.removed',
    'saved-comparison.saved',
    'saved-comparison.removed',
    'note.added',
    'note.removed',
    'run.invalidated',
    'run.restored',
  ])
  expect(events.at(-3)).toMatchObject({ before: { title: 'slow' }, after: { title: 'slower' } })
})
