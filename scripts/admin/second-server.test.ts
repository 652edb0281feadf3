// Several servers share a database only with one secret: with another one, sessions and tokens of the first are void.

import { createTestDatabase, type TestDatabase } from '@assay/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrillServer, openDrillServer } from './testing/drill-server.ts'

let database: TestDatabase
let first: DrillServer
beforeAll(async () => {
  database = await createTestDatabase()
  first = openDrillServer(database.url)
  expect(await first.health()).toMatchObject({ ready: true })
})
afterAll(async () => {
  await first.stop()
  first.remove()
  await database.drop()
})

test('a second server with another secret is not ready, and the first one stays ready', async () => {
  const second = openDrillServer(database.url)
  try {
    expect(await second.health()).toMatchObject({ ready: false, code: 'secret-differs' })
    expect(await first.health()).toMatchObject({ ready: true })
  } finally {
    await second.stop()
    second.remove()
  }
})

test('control: a second server with the secret of the first one is ready', async () => {
  const second = openDrillServer(database.url, first.dataDir)
  try {
    expect(await second.health()).toMatchObject({ ready: true })
  } finally {
    await second.stop()
  }
})
