import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'

// Prisma sends the operations that begin in one turn of the event loop together, in the context of the first one.

let labs: TestProject[]
beforeAll(async () => {
  labs = await Promise.all([openTestProject(), openTestProject()])
})
afterAll(() => Promise.all(labs.map((lab) => lab.close())))

test('operations that begin at the same time run with their own login, in their own database', async () => {
  const organizations = await Promise.all(
    labs.map(async ({ db }) => (await db.projects.list()).map(({ organization }) => organization.id)),
  )
  expect(organizations.map((ids) => ids.length)).toEqual([1, 1])
  for (let round = 0; round < 20; round++) {
    // A scope, the directory of the same database, and both of another database, in an order that changes.
    const work = labs.flatMap(({ db, project }, at) => [
      () => project.rules.list(),
      () => db.organizations.linkPolicy(organizations[at]?.[0] ?? ''),
    ])
    const turned = [...work.slice(round % work.length), ...work.slice(0, round % work.length)]
    await Promise.all(turned.map((run) => run()))
  }
})
