import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFiles } from '@assay/domain/import/import-files'
import { labPlain } from '@assay/testing/import/lab-profiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../testing/find-program.ts'
import { runCli } from '../testing/run-cli.ts'

// The test runs sysbench on a real MariaDB, for some seconds.

const programs = ['mariadbd', 'mariadb-install-db', 'mariadb', 'sysbench']
const path = `${process.env.PATH ?? ''}:/usr/sbin`
const missing = programs.filter((name) => findProgram(name, path) === null)
if (missing.length > 0) console.warn(`skipped: sysbench on MariaDB, because ${missing.join(', ')} is not installed`)

let directory: string
let mariadb: ChildProcess | null = null

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-exec-mysql-'))
})
afterAll(async () => {
  if (mariadb !== null) {
    mariadb.kill()
    await new Promise((resolve) => mariadb?.once('exit', resolve))
  }
  await rm(directory, { recursive: true })
})

/** Runs a program to its end. @returns whether it succeeded */
const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { env: { ...process.env, PATH: path }, stdio: 'ignore' }).status === 0

async function startMariadb(): Promise<string> {
  const [data, socket] = [join(directory, 'data'), join(directory, 'socket')]
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  expect(
    runs(
      'mariadb-install-db',
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
    ),
  ).toBe(true)
  const options = [
    '--no-defaults',
    ...user,
    `--datadir=${data}`,
    `--socket=${socket}`,
    '--skip-networking',
    '--performance-schema=on',
  ]
  mariadb = spawn('mariadbd', options, { env: { ...process.env, PATH: path }, stdio: 'ignore' })
  while (!runs('mariadb', `--socket=${socket}`, '-uroot', '-e', 'create database if not exists sbtest'))
    await new Promise((resolve) => setTimeout(resolve, 250))
  return socket
}

test.skipIf(missing.length > 0)(
  'counters of MariaDB and InnoDB are recorded and become values per operation',
  async () => {
    const socket = await startMariadb()
    const sysbench = [
      'sysbench',
      'oltp_read_write',
      '--db-driver=mysql',
      `--mysql-socket=${socket}`,
      '--mysql-user=root',
      '--tables=1',
      '--table-size=2000',
    ]
    expect(runs(sysbench[0] ?? '', ...sysbench.slice(1), 'prepare')).toBe(true)
    const results = join(directory, 'results')
    const { code, log } = await runCli(
      ['exec', '--no-upload', '--dir', results, '--', ...sysbench, '--threads=2', '--time=3', 'run'],
      {
        PATH: path,
      },
    )
    expect([code, code === 0 ? '' : log]).toEqual([0, ''])
    const names = await readdir(results)
    for (const view of ['global_status', 'innodb_status', 'events_waits']) {
      for (const when of ['before', 'after']) expect(names.join(' ')).toContain(`${view}.${when}.`)
    }
    const files = await readTextFiles(results)
    const { documents, problems } = importFiles(files, { profile: labPlain })
    expect(problems).toEqual([])
    const [run] = documents
    const metrics = run?.metricNames.filter((_, at) => (run.results[0]?.values[at] ?? 0) > 0) ?? []
    expect(metrics).toEqual(
      expect.arrayContaining([
        'status/o:Com_update',
        'status/o:Handler_delete',
        'status/o:Bytes_sent',
        'innodb/o:pages_created',
      ]),
    )
    expect(metrics.join(' ')).not.toContain('idle')
  },
  120_000,
)

/** The files of a folder with their texts, by their names. */
async function readTextFiles(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => ({ path: name, text: await readFile(join(folder, name), 'utf8') })))
}
