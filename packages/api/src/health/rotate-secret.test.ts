import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHealth } from './check-health.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ready = async (secretFingerprint: string, previousSecretFingerprint: string | null) =>
  (await checkHealth({ ...server.services, secretFingerprint, previousSecretFingerprint })).ready

test('a server with a rotated secret is ready only when it also has the previous secret', async () => {
  expect(await ready('first', null)).toBe(true)
  expect(await ready('second', null)).toBe(false)
  expect(await ready('second', 'another')).toBe(false)
  expect(await ready('second', 'first')).toBe(true)
  expect(await ready('second', null)).toBe(true)
  expect(await ready('first', null)).toBe(false)
})
