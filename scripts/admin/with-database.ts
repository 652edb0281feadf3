import { existsSync, renameSync } from 'node:fs'
import { parseDatabaseUrl, whereIs } from '../lib/migrate/migration-connection.ts'
import { PlainError } from '../lib/plain-error.ts'
import { clusterPassword, clusterPaths } from '../lib/postgres/data-directory.ts'
import { EMBEDDED_MAJOR, majorOfCluster, withEarlierMajor } from '../lib/postgres/postgres-major-upgrade.ts'
import { findRunningCluster } from '../lib/postgres/running-cluster.ts'
import { startPostgres } from '../lib/postgres/start-postgres.ts'
import type { Settings } from '../start/settings.ts'

type Database = { url: string; where: string }

/** Calls `use` with the database of DATABASE_URL, or with the embedded one, which runs only meanwhile. */
export async function withDatabase<T>(
  { databaseUrl, directUrl = databaseUrl, dataDir }: Settings,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  if (directUrl !== undefined) return use({ url: directUrl, where: whereIs(parseDatabaseUrl(directUrl)) })
  const postgres = await startPostgres({ dataDir })
  try {
    return await use({ url: postgres.url, where: `the embedded Postgres of ${dataDir}` })
  } finally {
    await postgres.stop()
  }
}

/**
 * `withDatabase` while a server is running and owns the embedded Postgres, and for a cluster of an earlier major
 * version.
 */
export async function withRunningDatabase<T>(settings: Settings, use: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings
  const paths = clusterPaths(dataDir)
  if (databaseUrl !== undefined) return withDatabase(settings, use)
  const where = `the embedded Postgres of ${dataDir}`
  const major = majorOfCluster(paths)
  if (major !== null && major !== EMBEDDED_MAJOR) {
    return withEarlierMajor({ dataDir, paths, major }, (url) => use({ url, where: `${where}, of major ${major}` }))
  }
  const password = clusterPassword(paths)
  const running = await findRunningCluster(paths.cluster, password)
  if (running === null) return withDatabase(settings, use)
  const url = `postgresql://postgres:${password}@127.0.0.1:${running.port}/assay`
  return use({ url, where })
}

/**
 * Moves a cluster of another major version aside, so that a start creates a new one.
 *
 * @returns its new path; null when there is none.
 * @throws PlainError unless `replace` was requested.
 */
export function setAsideOtherMajor({ databaseUrl, dataDir }: Settings, replace: boolean): string | null {
  const paths = clusterPaths(dataDir)
  const major = majorOfCluster(paths)
  if (databaseUrl !== undefined || major === null || major === EMBEDDED_MAJOR) return null
  if (!replace) {
    throw new PlainError(
      `${paths.cluster} is a cluster of Postgres ${major}. Move it aside and restore into a new one with --replace.`,
    )
  }
  const aside = `${paths.cluster}-${major}`
  if (existsSync(aside)) throw new PlainError(`${aside} exists already. Delete it when it is not needed any more.`)
  renameSync(paths.cluster, aside)
  return aside
}
