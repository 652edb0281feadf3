import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../lib/postgres/free-port.ts'
import { run } from './empty-database.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const PASSWORD = 'password-of-pgbouncer'

/** Version of the installed pgbouncer; null when it is not installed. */
export function pgbouncerVersion(): string | null {
  const { status, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
  return status === 0 ? (stdout.split('\n', 1)[0] ?? '') : null
}

export type Pgbouncer = {
  /** Returns the address of the same database through the pooler. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

/** Starts pgbouncer in transaction mode in front of a server, with the role and the settings of docs/operations.md. */
export async function startPgbouncer(databaseUrl: string, poolSize: number): Promise<Pgbouncer> {
  await run(databaseUrl, recipe('sql').replaceAll('…', PASSWORD))
  const directory = mkdtempSync(join(tmpdir(), 'assay-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: serverPort, pathname } = new URL(databaseUrl)
  const users = join(directory, 'userlist.txt')
  const settings = recipe('ini')
    .replace(/^assay = .*$/m, `${pathname.slice(1)} = host=${hostname} port=${serverPort}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
  const config = join(directory, 'pgbouncer.ini')
  writeFileSync(config, `${settings}\nunix_socket_dir =\n`)
  writeFileSync(users, `"assay_pgbouncer" "${PASSWORD}"\n`)
  chmodSync(directory, 0o755)
  // As root it would refuse to start.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...user, config], { stdio: ['ignore', 'ignore', 'pipe'] })
  const through = (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  await untilItAnswers(child, through(databaseUrl))
  return {
    through,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  for (let attempt = 1; ; attempt++) {
    try {
      await run(url, 'select 1')
      return
    } catch (error) {
      if (child.exitCode !== null || attempt === 100)
        throw new Error(`pgbouncer does not answer.\n${log}`, { cause: error })
      await sleep(50)
    }
  }
}

/** The block of that language in the chapter about poolers, so that the documentation is what is tested. */
function recipe(language: string): string {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, chapter = ''] = page.split('## Use a pooler')
  const [, block = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(chapter) ?? []
  return block
}
