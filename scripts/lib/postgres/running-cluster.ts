import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { errorCode } from '../plain-error.ts'

/** A Postgres that already serves the cluster, because it survived a kill -9 of its owner. */
type RunningCluster = { pid: number; port: number }

const POLL_MS = 50

/** Signals of the fast shutdown, of the immediate shutdown, and one that cannot be ignored. */
const STOP_SIGNALS = [
  { signal: 'SIGINT', timeoutMs: 20_000 },
  { signal: 'SIGQUIT', timeoutMs: 10_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
] as const
const ShowRow = z.object({ data_directory: z.string() })

/**
 * Finds the Postgres that serves `cluster` now. The pid file of a process that has ended is stale, and Postgres clears
 * it at its next start; when its number now belongs to another program, Postgres would refuse to start, so the file is
 * removed here.
 */
export async function findRunningCluster(cluster: string, password: string): Promise<RunningCluster | null> {
  const written = readPidFile(cluster)
  if (written === null || !isAlive(written.pid)) return null
  if (!isPostgres(written.pid)) {
    rmSync(join(cluster, 'postmaster.pid'))
    return null
  }
  // A Postgres that a dead process has just started answers only after its crash recovery.
  for (let waitedMs = 0; isAlive(written.pid) && waitedMs < 15_000; waitedMs += POLL_MS) {
    const directory = await dataDirectoryAt(written.port, password)
    if (directory === cluster) return written
    if (directory !== null) return null
    await sleep(POLL_MS)
  }
  return null
}

/** True while the process that the pid file of a cluster names is alive. */
export function isServed(cluster: string): boolean {
  const written = readPidFile(cluster)
  return written !== null && isAlive(written.pid)
}

/**
 * Stops the Postgres of a cluster and waits until it has ended: with a fast shutdown, or an immediate one when that
 * does not end, as on a full disk; the next start then repairs the data from the log.
 */
export async function stopCluster(cluster: string): Promise<void> {
  const running = readPidFile(cluster)
  if (running === null) return
  for (const { signal, timeoutMs } of STOP_SIGNALS) {
    if (isAlive(running.pid)) process.kill(running.pid, signal)
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_MS) {
      if (!isAlive(running.pid)) return
      await sleep(POLL_MS)
    }
  }
}

function readPidFile(cluster: string): RunningCluster | null {
  try {
    const [pid, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n').map(Number)
    return pid !== undefined && port !== undefined && pid > 0 && port > 0 ? { pid, port } : null
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Returns the directory that the Postgres on this port serves; null when nothing there accepts the login. */
async function dataDirectoryAt(port: number, password: string): Promise<string | null> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  client.on('error', () => {}) // A connection that a stopping server cuts is an expected outcome.
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return ShowRow.parse(rows[0]).data_directory
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function isPostgres(pid: number): boolean {
  if (existsSync('/proc/self/comm')) return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  return /postgres$/.test(spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout.trim())
}
