import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

const SHA256 = 'cd'.repeat(32)

const document = (changes: Partial<Parameters<typeof exampleDocument>[0]> = {}) =>
  exampleDocument({
    attachments: [{ name: 'point.folded', sha256: SHA256, sizeBytes: 9 }],
    profiles: [
      {
        attachment: 'point.folded',
        kind: 'folded-stacks',
        test: 'point-query',
        clients: 4,
        unit: 'samples',
        total: 12,
        functions: 3,
      },
      // the file of this profile was not uploaded
      {
        attachment: 'lost.svg',
        kind: 'flame-graph-svg',
        test: 'scan',
        clients: 1,
        unit: 'events',
        total: 1,
        functions: 1,
      },
    ],
    ...changes,
  })

let lab: TestProject
let runId: string
beforeAll(async () => {
  lab = await openTestProject()
  const stored = await lab.project.runs.upload(asUpload(document()))
  if (!stored.ok) throw new Error('the example is not stored')
  runId = stored.value.runId
})
afterAll(() => lab.close())

test('a profile is found by its run, by its result and by its id', async () => {
  const [profile, ...others] = await lab.project.profiles.forRun(runId)
  expect(others).toEqual([])
  expect(profile).toMatchObject({
    attachment: 'point.folded',
    sha256: SHA256,
    kind: 'folded-stacks',
    event: null,
    unit: 'samples',
    total: 12,
    functions: 3,
    runId,
    test: 'point-query',
    clients: 4,
  })
  expect(await lab.project.profiles.forResults([profile?.resultId ?? ''])).toEqual([profile])
  expect(await lab.project.profiles.find(profile?.id ?? '')).toEqual(profile)
})

test('the same run stores a profile once, with the numbers of the better parser', async () => {
  const profiles = document().profiles?.map((profile) => ({ ...profile, functions: profile.functions + 1 }))
  expect(await lab.project.runs.upload(asUpload(document({ profiles })))).toMatchObject({
    value: { status: 'already' },
  })
  expect(await lab.project.runs.upload(asUpload(document()))).toMatchObject({ value: { status: 'already' } })
  expect((await lab.project.profiles.forRun(runId)).map(({ functions }) => functions)).toEqual([4])
})

test('another project sees no profile', async () => {
  const { project } = await lab.other('theirs')
  const [profile] = await lab.project.profiles.forRun(runId)
  expect(await project.profiles.forRun(runId)).toEqual([])
  expect(await project.profiles.find(profile?.id ?? '')).toBeNull()
  expect(await project.profiles.forResults([profile?.resultId ?? '', 'nonsense'])).toEqual([])
})
