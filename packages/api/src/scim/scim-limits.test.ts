import { addPerson } from '@assay/db/testing'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer } from '@assay/testing/server/test-server'
import { expect, test } from 'vitest'
import { createCaller } from '../router.ts'
import { handleScim } from './handle-scim.ts'

test('requests are limited for each organization, and those without a token for each address', async () => {
  const limited = await startTestServer({ limits: 'api.token=3/m api.address=3/m' })
  try {
    const statuses = async (authorization: string) => {
      const answers = []
      for (let at = 0; at < 4; at++) {
        const request = new Request('http://assay.test/api/scim/v2/Users', { headers: { authorization } })
        answers.push((await handleScim(request, limited.services)).status)
      }
      return answers
    }
    const person = personNamed('lea', await addPerson(limited.url, 'lea'))
    const caller = createCaller({ services: limited.services, caller: person })
    await caller.organizations.create({ slug: 'small', name: 'Small' })
    const { secret } = await caller.identityProvider.createScimToken({ organization: 'small' })
    expect(await statuses(`Bearer ${secret}`)).toEqual([200, 200, 200, 429])
    expect(await statuses('Bearer wrong')).toEqual([401, 401, 401, 429])
  } finally {
    await limited.stop()
  }
})
