import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40))

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
  const run = (commit: string | undefined, hardware: string, repeat: number) =>
    lab.project.runs.upload(
      asUpload(
        exampleDocument({
          ...{ product: 'Postgres', version: 'main', hardware: { name: hardware }, repeat },
          build: { name: `build of ${commit}`, ...(commit === undefined ? {} : { commit }) },
        }),
      ),
    )
  await run(A, 'lab1', 1)
  await run(A, 'lab1', 2)
  await run(B?.slice(0, 10), 'lab2', 1)
  await run(undefined, 'lab1', 1)
})
afterAll(() => lab.close())

const at = async (commits: (string | undefined)[], hardware: string[] = [], product?: string) => {
  const known = commits.map((commit) => commit ?? '')
  const found = await lab.project.runs.atNearestCommit({ commits: known, hardware, product })
  return found && { commit: found.commit, distance: found.distance, runs: found.runs.length }
}

test('the first commit with runs is taken, with all of its repeats', async () => {
  expect(await at([C, A, B])).toEqual({ commit: A, distance: 1, runs: 2 })
  expect(await at([C, B, A])).toEqual({ commit: B, distance: 1, runs: 1 })
})

test('full and shortened hashes match, in upper case as well, and other hashes with the same start do not', async () => {
  expect(await at([A?.slice(0, 7)])).toMatchObject({ distance: 0, runs: 2 })
  expect(await at([B?.toUpperCase()])).toMatchObject({ distance: 0, runs: 1 })
  expect(await at([`${'b'.repeat(8)}0${'b'.repeat(31)}`])).toBeNull()
})

test('machine and product limit the runs', async () => {
  expect(await at([A, B], ['lab2'])).toMatchObject({ commit: B, distance: 1 })
  expect(await at([A, B], [], 'MySQL')).toBeNull()
  expect(await at([C])).toBeNull()
})
