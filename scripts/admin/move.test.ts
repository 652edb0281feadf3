// Moves a server from one Postgres to another with the commands that people use.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '../lib/postgres/start-postgres.ts'
import { createEmptyDatabase, run } from './testing/empty-database.ts'
import { answersOf, assay, fillEmbedded, temporary } from './testing/move-server.ts'

test('a server moves from the embedded Postgres to a database whose owner is not a superuser, and back', async () => {
  const [dataDir, external, back, backups] = [temporary(), temporary(), temporary(), temporary()]
  const { tokens, answers } = await fillEmbedded(dataDir)
  await assay(['backup', backups], { ASSAY_DATA_DIR: dataDir })

  const user = `assay_owner_${process.pid}`
  const admin = process.env.ASSAY_TEST_POSTGRES_URL ?? ''
  await run(admin, `create role ${user} login password '${user}'; grant assay_app to ${user}`)
  const database = await createEmptyDatabase(admin, user)
  try {
    const settings = { ASSAY_DATA_DIR: external, DATABASE_URL: database.url }
    await assay(['restore', backups], settings)
    expect(await answersOf(database.url, external, tokens)).toEqual(answers)
    // Row-level security shows this owner one project at a time; the backup must still be complete.
    const archive = join(external, 'moved.tar')
    await assay(['backup', archive], settings)
    await assay(['verify', archive], {})
    await assay(['restore', archive], { ASSAY_DATA_DIR: back })
  } finally {
    await database.drop()
    await run(admin, `drop owned by ${user}; drop role ${user}`)
  }
  const postgres = await startPostgres({ dataDir: back, durable: false })
  try {
    expect(await answersOf(postgres.url, back, tokens)).toEqual(answers)
  } finally {
    await postgres.stop()
  }
})
