import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UploadDocument } from '@assay/domain/run/upload-document'
// biome-ignore lint/style/noRestrictedImports: this creates the database under test
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { findProgram } from '../testing/find-program.ts'
import { runCli } from '../testing/run-cli.ts'

// The tests run real benchmarks on a real server, a few seconds each.

const SECONDS = 4
const postgres = new URL(process.env.ASSAY_TEST_POSTGRES_URL ?? 'postgres://localhost')
const sysbench = findProgram('sysbench', process.env.PATH)
const pgbench = findProgram('pgbench', process.env.PATH)
for (const [name, found] of Object.entries({ sysbench, pgbench })) {
  if (found === null) console.warn(`skipped: ${name} on the embedded Postgres, because ${name} is not installed`)
}

const database = `assay_exec_${process.pid}`
const libpq = {
  PGHOST: postgres.hostname,
  PGPORT: postgres.port,
  PGUSER: decodeURIComponent(postgres.username),
  PGPASSWORD: decodeURIComponent(postgres.password),
  PGDATABASE: decodeURIComponent(postgres.pathname.slice(1)),
}

let server: FakeServer
let directory: string

beforeAll(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-exec-real-'))
  await sql(`create database ${database}`)
})

afterAll(async () => {
  await sql(`drop database if exists ${database} with (force)`)
  await server.stop()
  await rm(directory, { recursive: true })
})

async function sql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function prepare(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...libpq } })
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
}

const variables = (): Record<string, string> => ({
  ASSAY_URL: server.url,
  ASSAY_TOKEN: TOKEN,
  ASSAY_SPOOL_DIR: join(directory, 'spool'),
  ASSAY_DATA_DIR: join(directory, 'data'),
  PATH: process.env.PATH ?? '',
  ...libpq,
})

const cli = (...argv: string[]) => runCli(argv, variables())

/** Parses a folder and returns its upload document, with the values of its one result by metric name. */
async function documentOf(folder: string) {
  const { out } = await cli('parse', folder, '--json')
  const [document] = z.tuple([UploadDocument]).parse(JSON.parse(out))
  const [result] = document.results
  const values = Object.fromEntries(document.metricNames.map((name, i) => [name, result?.values[i] ?? Number.NaN]))
  const samples = new Map((result?.samples ?? []).map((series) => [series.metric, series]))
  return { document, result, values, samples }
}

/**
 * Asserts the facts that each benchmark with vmstat, iostat and a server records, and that no file contains a secret.
 */
async function expectRecorded(folder: string, throughput: string): Promise<void> {
  const { document, values, samples } = await documentOf(folder)
  expect(document).toMatchObject({ product: 'PostgreSQL', version: expect.stringMatching(/^1\d\.\d/) })
  expect(document.build.compiler).toMatch(/gcc|clang/)
  expect(Object.keys(document.config.settings ?? {}).length).toBeGreaterThan(0)
  expect(document.hardware.cores).toBeGreaterThan(0)
  expect(document.testbed?.kernel).toBeDefined()
  expect(values.elapsed_s).toBeGreaterThan(SECONDS - 1)
  const rate = values[throughput] ?? Number.NaN
  expect(rate).toBeGreaterThan(0)
  for (const name of ['cs', 'cpu']) {
    expect((values[`${name}/o`] ?? Number.NaN) * rate).toBeCloseTo(values[`${name}/s`] ?? 0, 6)
  }
  expect(values['cpu_us/o']).toBeGreaterThan(0)
  // A second has at most one sample; on a busy machine the sampler misses seconds.
  const count = samples.get('cs/s')?.values.length
  expect(count).toBeLessThanOrEqual(SECONDS + 1)
  expect(count).toBeGreaterThanOrEqual(1)
  expect(values['pg_commits/o']).toBeGreaterThan(0)
  expect(values['pg_io_reads/o'] ?? values['pg_rows_fetched/o']).toBeGreaterThan(0)
  expect(Object.keys(values).filter((name) => name.startsWith('wait_ms/o:'))).not.toEqual([])
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    if (libpq.PGPASSWORD.length > 3) expect(text.includes(libpq.PGPASSWORD), name).toBe(false)
  }
}

test.skipIf(sysbench === null)('sysbench from the package, on the embedded Postgres', async () => {
  const options = [
    'oltp_read_only',
    '--db-driver=pgsql',
    `--pgsql-host=${libpq.PGHOST}`,
    `--pgsql-port=${libpq.PGPORT}`,
    `--pgsql-user=${libpq.PGUSER}`,
    `--pgsql-password=${libpq.PGPASSWORD}`,
    `--pgsql-db=${database}`,
    '--tables=2',
    '--table-size=1000',
  ]
  prepare(sysbench ?? '', [...options, 'prepare'])
  const folder = join(directory, 'sysbench')
  const command = [sysbench ?? '', ...options, '--threads=2', `--time=${SECONDS}`, '--report-interval=1', 'run']
  const ran = await cli('exec', '--project', 'lab', '--dir', folder, '--', ...command)
  expect([ran.code, ran.log]).toEqual([EXIT.ok, expect.stringContaining('1 run stored.')])
  expect(ran.out).toContain('SQL statistics:')
  await expectRecorded(folder, 'qps')
  const { document, result, samples } = await documentOf(folder)
  expect(document.workload).toMatchObject({ name: '2 tables, 1k rows/table' })
  expect(result).toMatchObject({
    test: 'oltp_read_only',
    clients: 2,
    command: expect.stringContaining(`--time=${SECONDS}`),
  })
  expect(samples.get('qps')?.values.length).toBeGreaterThanOrEqual(1)
  const again = await cli('push', folder, '--project', 'lab')
  expect(again.log).toBe('1 run stored (1 of them before).\n')
})

test.skipIf(pgbench === null)('pgbench from the package is uploaded by a running assay watch', async () => {
  prepare(pgbench ?? '', ['-i', '-q', '-s', '1', database])
  const parent = join(directory, 'watched')
  await mkdir(parent)
  const stop = new AbortController()
  const before = server.received.length
  const watching = runCli(['watch', parent, '--project', 'lab', '--settle', '2'], variables(), {
    clock: systemClock,
    catchInterrupts: () => stop.signal,
  })

  const folder = join(parent, 'pgbench')
  const command = [pgbench ?? '', '-c', '2', '-T', String(SECONDS), '-P', '1', database]
  const ran = await cli('exec', '--no-upload', '--dir', folder, '--', ...command)
  expect([ran.code, ran.log]).toEqual([EXIT.ok, expect.stringContaining('1 run with 1 result read')])
  expect(ran.out).toContain('number of clients: 2')
  expect(server.received).toHaveLength(before)

  await expect.poll(() => server.received.length).toBe(before + 1)
  // A watcher that is interrupted before the response would keep the run for the next start.
  await expect.poll(() => readdir(join(directory, 'spool', 'runs'))).toEqual([])
  stop.abort()
  const watched = await watching
  expect([watched.code, watched.log]).toEqual([
    EXIT.ok,
    expect.stringMatching(/pgbench: PostgreSQL .*\n.*1 run stored\./),
  ])
  await expectRecorded(folder, 'tps')
  const { document, result } = await documentOf(folder)
  expect(document.runId).toBe(server.received.at(-1))
  expect(result).toMatchObject({
    test: 'tpcb-like',
    clients: 2,
    command: expect.stringContaining(`pgbench -c 2 -T ${SECONDS}`),
  })
})
