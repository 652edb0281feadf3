import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { writeParquet } from '@assay/testing/import/write-parquet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import manifest from '../package.json' with { type: 'json' }
import { EXIT } from './exit-code.ts'
import { FakeServer, TOKEN } from './testing/fake-server.ts'
import { sampleRun } from './testing/sample-run.ts'

const PACKED = `assay-cli-${manifest.version}.tgz`

let directory: string
let server: FakeServer

/** Packs and installs the CLI as on a runner: outside of the checkout, and without a registry. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-package-'))
  npm('pack', join(import.meta.dirname, '..'), '--pack-destination', directory)
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', directory, join(directory, PACKED))
})

function npm(...args: string[]) {
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8', cwd: directory })
  expect(status, stderr).toBe(0)
}

afterAll(() => rm(directory, { recursive: true }))

beforeEach(async () => {
  server = await FakeServer.start()
})

afterEach(() => server.stop())

function start(argv: readonly string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(directory, 'node_modules', '.bin', 'assay'), ...argv], {
    cwd: directory,
    env: { ASSAY_URL: server.url, ASSAY_TOKEN: TOKEN, ASSAY_SPOOL_DIR: join(directory, 'spool'), ...variables },
  })
  const done = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    }),
  ]).then(([out, log, code]) => ({ out, log, code }))
  return { child, done }
}

test('the package reads Parquet files in a thread, which is the same program', async () => {
  await writeFile(join(directory, 'runs.parquet'), writeParquet([{ name: 'a', data: ['x'], type: 'STRING' }]))
  const { out, log } = await start(['preview', join(directory, 'runs.parquet'), '--json']).done
  // A second run of the command in the thread would print twice.
  const ignored = [{ file: expect.stringMatching(/runs\.parquet$/), reason: expect.stringContaining('JSON') }]
  expect(JSON.parse(out), log).toMatchObject({ runs: [], ignored })
})

test('the package is one program without dependencies and prints its version', async () => {
  const installed = join(directory, 'node_modules', '@assay', 'cli')
  expect((await readdir(installed)).sort()).toEqual(['dist', 'package.json'])
  expect(await readdir(join(directory, 'node_modules', '@assay'))).toEqual(['cli'])
  expect(await start(['--version']).done).toEqual({ out: `${manifest.version}\n`, log: '', code: EXIT.ok })
})

test('the packed program parses a folder', async () => {
  const set = join(directory, 'oct25.sb.pg.hetz', 'dop40')
  await mkdir(set, { recursive: true })
  const table = 'col-1 : x.pg176_o2nofp.x10a_c32r128.pk1\n\ncol-1\n1000\thot-points_range=100\n'
  await writeFile(join(set, 'qps.abs.pg.tsv.gz'), gzipSync(table))
  const { out, log, code } = await start(['parse', 'oct25.sb.pg.hetz', '--json', '--hardware', 'hetz']).done
  expect([log, code]).toEqual(['', EXIT.ok])
  expect(z.array(UploadDocument).parse(JSON.parse(out))).toMatchObject([
    { product: 'PostgreSQL', version: '17.6', hardware: { name: 'hetz' } },
  ])
})

test('the packed program pushes runs with raw files, and a second push reports them as stored', async () => {
  const set = join(directory, 'oct25.sb.pg.hetz', 'dop8')
  await mkdir(set, { recursive: true })
  await writeFile(
    join(set, 'qps.abs.pg.tsv'),
    'col-1 : x.pg180_o2nofp.x10b_c32r128.pk1\n\ncol-1\n1000\thot-points_range=100\n',
  )
  const first = await start(['push', set, '--project', 'lab', '--hardware', 'hetz']).done
  expect([first.log, first.code]).toEqual(['1 run stored.\n', EXIT.ok])
  const second = await start(['push', set, '--project', 'lab', '--hardware', 'hetz']).done
  expect(second.log).toBe('1 run stored (1 of them before).\n')
  expect(server.runs.size).toBe(1)
})

test('Ctrl-C in the middle of an upload exits 130, and all runs stay in the spool', async () => {
  const file = join(directory, 'docs.json')
  await writeFile(file, JSON.stringify([1, 2, 3, 4].map(sampleRun)))
  server.misbehaviors = Array(50).fill({ status: 503, retryAfter: '60' })
  const spool = join(directory, 'spool-interrupted')
  const { child, done } = start(['push', file, '--project', 'lab'], { ASSAY_SPOOL_DIR: spool })
  child.stderr.once('data', () => child.kill('SIGINT')) // "waiting 60 s"
  const { code, log } = await done
  expect([code, log]).toEqual([EXIT.interrupted, expect.stringContaining('4 left in the spool')])
  server.misbehaviors = []
  const flushed = await start(['spool', 'flush'], { ASSAY_SPOOL_DIR: spool }).done
  expect([flushed.code, flushed.log]).toEqual([EXIT.ok, '4 runs stored.\n'])
})

test('a closed output pipe, as of head, is not an error', async () => {
  const file = join(directory, 'many.json')
  await writeFile(file, JSON.stringify(Array.from({ length: 3_000 }, (_, i) => sampleRun(i))))
  const assay = [process.execPath, join(directory, 'node_modules', '.bin', 'assay')].join(' ')
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', `${assay} parse ${file} --json | head -c 20; echo " \${PIPESTATUS[0]}"`],
    { encoding: 'utf8' },
  )
  expect([stdout, stderr]).toEqual(['[\n{"schemaVersion":1 0\n', ''])
})

test('a spool directory that cannot be created is reported in a sentence, without a stack', async () => {
  const file = join(directory, 'one.json')
  await writeFile(file, JSON.stringify(sampleRun(1)))
  const { code, log } = await start(['push', file, '--project', 'lab'], { ASSAY_SPOOL_DIR: join(file, 'spool') }).done
  expect(code).toBe(EXIT.local)
  expect(log).toMatch(/The spool .*one\.json\/spool cannot be used.*a parent of its path is not a directory/)
})
