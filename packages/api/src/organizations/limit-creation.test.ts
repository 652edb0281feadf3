import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: 'organization.person=2/d project.person=1/d' })
})
afterAll(() => server.stop())

test('the number of organizations and projects that a person creates per day is limited, and the error states the next step', async () => {
  const as = async (name: string) => {
    const caller = personNamed(name, await addPerson(server.url, name))
    return createCaller({ services: server.services, caller })
  }
  const ada = await as('ada')
  const create = (slug: string) => ada.organizations.create({ slug, name: slug })
  await create('lab-a')
  await expect(create('lab-a')).rejects.toThrow(/is an organization lab-a already/)
  await expect(create('lab-b')).rejects.toThrow(
    /You created 2 organizations within a day.*Try again in 12 hours.*organization\.person/,
  )
  await ada.projects.create({ organization: 'lab-a', slug: 'one', name: 'One' })
  await expect(ada.projects.create({ organization: 'lab-a', slug: 'two', name: 'Two' })).rejects.toThrow(
    /1 project within/,
  )
  expect((await ada.organizations.get({ organization: 'lab-a' })).projects).toHaveLength(1)
  const bob = await as('bob')
  await bob.organizations.create({ slug: 'lab-b', name: 'Lab B' })
})
