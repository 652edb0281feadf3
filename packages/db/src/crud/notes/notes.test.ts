import { NewAnnotation } from '@assay/domain/findings/notes/annotation'
import { NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

const RUN_ID = '0193a0b1-0000-7abc-8def-0123456789ab'
const bug = NewKnownBug.parse({
  bug: '42',
  product: 'Example DB',
  title: 'Loads stall',
  link: 'https://example.org/42',
  affectedFrom: '1.0',
  fixedIn: '1.2',
  tests: ['load'],
})
const saved = {
  title: 'Versions',
  query: 'columns=version',
  source: { name: 'a post', url: 'https://example.org/post' },
}

let lab: TestProject
let other: TestProject['project']
beforeAll(async () => {
  lab = await openTestProject()
  other = (await lab.other('other')).project
  await lab.project.runs.upload(asUpload(exampleDocument({ runId: RUN_ID })))
})
afterAll(() => lab.close())

test('a known bug is found by product and number; saving it again replaces it', async () => {
  const { knownBugs } = lab.project
  const stored = await knownBugs.save(bug)
  expect(stored).toMatchObject({ ...bug, slug: 'example-db-42', about: null, source: null })
  expect(await knownBugs.find('example-db-42')).toEqual(stored)
  const again = await knownBugs.save({ ...bug, fixedIn: null })
  expect(again).toMatchObject({ id: stored.id, fixedIn: null, createdAt: stored.createdAt })
  expect(await knownBugs.list()).toEqual([again])
  expect(await lab.project.notes()).toEqual({ bugs: [again], annotations: [] })
  expect(await other.knownBugs.list()).toEqual([])
  expect(await other.knownBugs.remove('example-db-42')).toBe(false)
  expect(await knownBugs.remove('example-db-42')).toBe(true)
  expect(await knownBugs.find('example-db-42')).toBeNull()
})

test('a note is about a run of its project or about coordinates', async () => {
  const { annotations } = lab.project
  const onRun = await annotations.add(NewAnnotation.parse({ runId: RUN_ID, text: 'new fan' }))
  const onVersion = await annotations.add(
    NewAnnotation.parse({ coordinates: { product: 'Example', version: '1.0' }, text: 'asserts on', author: 'Ada' }),
  )
  expect(onRun).toMatchObject({ runId: RUN_ID, coordinates: {}, text: 'new fan', author: null })
  expect(await annotations.list()).toEqual([onRun, onVersion])
  expect((await lab.project.notes()).annotations).toEqual([onRun, onVersion])
  expect(await other.annotations.add(NewAnnotation.parse({ runId: RUN_ID, text: 'not mine' }))).toBeNull()
  expect(await other.annotations.remove(onRun?.id ?? '')).toBe(false)
  expect(await annotations.remove(onRun?.id ?? '')).toBe(true)
  expect(await annotations.remove('nonsense')).toBe(false)
})

test('a saved comparison keeps its slug and is replaced only on request', async () => {
  const { savedComparisons } = lab.project
  const stored = await savedComparisons.save('versions', saved, { replace: false })
  expect(stored).toMatchObject({ slug: 'versions', ...saved, study: null, tldr: null })
  expect(await savedComparisons.save('versions', { ...saved, title: 'Mine' }, { replace: false })).toBeNull()
  const changed = await savedComparisons.save('versions', { ...saved, tldr: 'Slower.' }, { replace: true })
  expect(changed).toMatchObject({ id: stored?.id, tldr: 'Slower.' })
  expect(await savedComparisons.list()).toEqual([changed])
  expect(await other.savedComparisons.find('versions')).toBeNull()
  expect(await savedComparisons.remove('versions')).toBe(true)
  expect(await savedComparisons.list()).toEqual([])
})
