import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrateInChild } from '../../scripts/lib/migrate/migrate-in-child.ts'
import { startPostgres } from '../../scripts/lib/postgres/start-postgres.ts'

/** A Postgres whose processes are all killed at once, as in a power failure. */
export type DatabaseVictim = {
  url: string
  port: number
  /** Kills it. Data that it had not written to a file are lost. */
  kill(): Promise<void>
  /** Starts it again and waits until it answers; on a full disk that needs free space first. */
  start(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 50

/**
 * Creates a migrated database in `dataDir` and starts its server with synchronous commits.
 *
 * @param asynchronous confirms commits before they are in the log, which a control breaks on purpose.
 */
export async function startDatabaseVictim(
  dataDir: string,
  { asynchronous }: { asynchronous: boolean },
): Promise<DatabaseVictim> {
  const made = await startPostgres({ dataDir, durable: false, database: 'assay' })
  const cluster = join(dataDir, 'postgres')
  const program = readlinkSync(`/proc/${readPid(cluster)}/exe`)
  await migrateInChild(made.url)
  await made.stop()
  const { port, url } = made
  // A killed process loses no data that the kernel has, so fsync would prove nothing here.
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    fsync: 'off',
    max_connections: 100,
    synchronous_commit: asynchronous ? 'off' : 'on',
    ...(asynchronous && { wal_writer_delay: '10s', wal_writer_flush_after: '1GB' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | null = null

  const start = async () => {
    for (;;) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      server = spawn(program, ['-D', cluster, ...flags], { ...accountOfPostgres(), stdio: 'ignore' })
      const ended = once(server, 'exit')
      while (server.exitCode === null && server.signalCode === null) {
        if (await answers(url)) return
        await sleep(POLL_MS)
      }
      await ended
    }
  }
  const kill = async () => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    const { pid = 0 } = server
    process.kill(pid, 'SIGSTOP') // Stopped, because it must not start new processes while they are counted.
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    for (const child of [pid, ...children.map(Number)]) killIfThere(child)
    await ended
    while (children.some((child) => isThere(Number(child)))) await sleep(POLL_MS)
  }
  await start()
  return { url, port, kill, start, stop: kill }
}

const readPid = (cluster: string): number =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Returns another account for Postgres, which refuses to run as root. */
function accountOfPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended by itself.
  }
}

function isThere(pid: number): boolean {
  try {
    // A zombie process has no memory left.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
