import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, PlainError } from '../plain-error.ts'

const OTHERS_MAY_PASS = 0o001

/** Paths of one embedded cluster and its files. */
export type ClusterPaths = { cluster: string; newCluster: string; password: string }

export function clusterPaths(dataDir: string): ClusterPaths {
  return {
    cluster: join(dataDir, 'postgres'),
    newCluster: join(dataDir, 'postgres.new'),
    password: join(dataDir, 'postgres-password'),
  }
}

/**
 * Creates the data directory, writable by us. As root it is traversable for others too, because Postgres refuses to run
 * as root and its account must reach the cluster inside.
 *
 * @throws PlainError when it cannot be created or written.
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    const probe = join(dataDir, '.writable')
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = errorCode(error) ?? String(error)
    const remedy = reason === 'ENOSPC' ? 'The disk is full: free some space' : 'Make it writable'
    throw new PlainError(
      `The data directory ${dataDir} cannot be written (${reason}). ${remedy}, or set ASSAY_DATA_DIR to another directory.`,
      { cause: error },
    )
  }
}

/**
 * As root, allows the account `postgres` to traverse (not read) every directory above the given paths.
 *
 * @returns the directories whose mode was changed, for the log.
 */
export function letPostgresPass(paths: readonly string[]): string[] {
  if (!isRoot()) return []
  const closed = new Set<string>()
  for (const path of paths) {
    for (const directory of ancestors(path)) {
      if ((statSync(directory).mode & OTHERS_MAY_PASS) === 0) closed.add(directory)
    }
  }
  for (const directory of closed) chmodSync(directory, statSync(directory).mode | OTHERS_MAY_PASS)
  return [...closed]
}

/** Returns the random password of the cluster's superuser, stored next to the cluster and readable only by us. */
export function clusterPassword({ cluster, password }: ClusterPaths): string {
  if (existsSync(password)) return readFileSync(password, 'utf8').trim()
  if (existsSync(cluster)) {
    throw new PlainError(
      `${password} is missing, and without it ${cluster} cannot be opened. Put the file back, or delete the cluster to start with an empty one.`,
    )
  }
  const created = randomBytes(24).toString('base64url')
  writeFileSync(password, `${created}\n`, { mode: 0o600 })
  return created
}

/** @throws PlainError when another user created the cluster; the message of Postgres would be less clear */
export function checkOwner(cluster: string): void {
  const owner = statSync(cluster).uid
  const runsAs = isRoot() ? postgresUid() : process.getuid?.()
  if (runsAs === undefined || owner === runsAs) return
  throw new PlainError(
    `The cluster in ${cluster} belongs to user id ${owner}, but Postgres would run as user id ${runsAs}. Start as its owner, or set ASSAY_DATA_DIR to another directory.`,
  )
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

function postgresUid(): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout, 10) : undefined
}

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [...ancestors(parent), parent]
}
