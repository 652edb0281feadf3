// Vitest's global setup: one Postgres for the run and in it one migrated database, the template that test files copy.

import { rmSync } from 'node:fs'
import pg from 'pg'
import { distribute } from '../admin/distribute/distribute.ts'
import { type CitusServers, citusServers, createCitusDatabase } from '../admin/testing/citus-database.ts'
import { migrateInChild } from '../lib/migrate/migrate-in-child.ts'
import { startPostgres } from '../lib/postgres/start-postgres.ts'
import { readSettings } from '../start/settings.ts'
import { makeDatabaseDirectory } from './database-directory.ts'

const TEMPLATE = 'assay_template'

let tearDown = async (): Promise<void> => {}

/**
 * Sets ASSAY_TEST_POSTGRES_URL (of a superuser and an existing database) and ASSAY_TEST_TEMPLATE for the workers. When
 * ASSAY_TEST_POSTGRES_URL is set already, that server is used, so that the tests can run on Postgres 15, too.
 */
export async function setup(): Promise<void> {
  // Another project of this run created the template, and its set-up stops the server.
  if (process.env.ASSAY_TEST_TEMPLATE !== undefined) return
  const cluster = citusServers()
  if (cluster !== null) return makeDistributedTemplate(cluster)
  const given = process.env.ASSAY_TEST_POSTGRES_URL
  if (given !== undefined) return makeTemplate(given)
  const dataDir = makeDatabaseDirectory('assay-test-postgres-')
  const postgres = await startPostgres({ dataDir, durable: false, database: 'assay_admin' })
  tearDown = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.env.ASSAY_TEST_POSTGRES_URL = postgres.url
  await makeTemplate(postgres.url)
}

export function teardown(): Promise<void> {
  return tearDown()
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${TEMPLATE}`
  await migrateInChild(url.href)
  process.env.ASSAY_TEST_TEMPLATE = TEMPLATE
}

/** Tests run on a distributed database when a cluster is named (docs/operations.md). */
async function makeDistributedTemplate(cluster: CitusServers): Promise<void> {
  const database = await createCitusDatabase(cluster)
  await migrateInChild(database.url)
  await distribute(readSettings({ DATABASE_URL: database.url }), '', { dryRun: false })
  await database.closeToOthers()
  tearDown = database.drop
  process.env.ASSAY_TEST_POSTGRES_URL = cluster.coordinator.href
  process.env.ASSAY_TEST_NODES = cluster.workers.join(' ')
  process.env.ASSAY_TEST_TEMPLATE = database.name
}
