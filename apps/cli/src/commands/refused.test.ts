import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SYSBENCH_REPORT } from '@assay/testing/import/sysbench-report-text'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXIT, PREVIEW_EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'
import { sampleRun } from '../testing/sample-run.ts'

let directory: string
let server: FakeServer

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-refused-'))
  server = await FakeServer.start()
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const cli = (...argv: string[]) =>
  runCli(argv, {
    ASSAY_URL: server.url,
    ASSAY_TOKEN: TOKEN,
    ASSAY_SPOOL_DIR: join(directory, 'spool'),
  })

async function write(path: string, text: string): Promise<string> {
  const file = join(directory, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const step = (version: string) => `set/dop2/x.my${version}_rel.z12a_c8r32.pk1/sb.o.point-query.range100.pk1.dop2`
const CONTRADICTION = SYSBENCH_REPORT.replace('5000   (500.00 per sec.)', '5000   (-500.00 per sec.)')
const facts = ['--hardware', 'box', '--workload', 'small']

test('a contradiction stops the push with file and line, and --skip-refused uploads the other runs', async () => {
  await write(step('8044'), SYSBENCH_REPORT)
  const refused = await write(step('8407'), CONTRADICTION)
  const set = join(directory, 'set')
  const stopped = await cli('push', set, '--project', 'lab', ...facts)
  expect([stopped.code, server.runs.size]).toEqual([EXIT.refused, 0])
  expect(stopped.log).toContain(`${refused}:14: transactions per second is -500.00, and cannot be negative`)
  expect(stopped.log).toContain('Nothing was uploaded, because 1 run is refused')
  expect((await cli('spool', 'list')).out).toMatch(/^0 waiting/)
  const parsed = await cli('parse', set, '--json', ...facts)
  expect([parsed.code, parsed.out]).toEqual([EXIT.refused, '[]\n'])
  const skipped = await cli('push', set, '--project', 'lab', '--skip-refused', ...facts)
  expect([skipped.code, server.runs.size]).toEqual([EXIT.refused, 1])
})

test('a refused file of a folder leaves the others: the preview counts it, and --yes stores them with exit code 2', async () => {
  await write('pg-18.1/oltp_insert.log', SYSBENCH_REPORT)
  const refused = await write('pg-18.1/oltp_delete.log', CONTRADICTION)
  await write('pg-18.1/README.md', 'How this was measured')
  const set = join(directory, 'pg-18.1')
  const shown = await cli('preview', set, '--hardware', 'box')
  expect(shown.code).toBe(PREVIEW_EXIT.problems)
  expect(shown.log).toContain(`${refused}:14: transactions per second is -500.00`)
  expect(shown.log).toContain('1 of 3 files was refused and is part of no run.')
  expect(shown.log).toContain('README.md: left out: a script or a note')
  const stopped = await cli('push', set, '--project', 'lab', '--hardware', 'box')
  expect([stopped.code, server.runs.size]).toEqual([EXIT.refused, 0])
  expect(stopped.log).toContain('Nothing was uploaded, because 1 of 3 files is refused')
  const stored = await cli('push', set, '--project', 'lab', '--hardware', 'box', '--yes')
  expect([stored.code, server.runs.size]).toEqual([EXIT.partial, 1])
})

test('a document whose values contradict each other stops the push too', async () => {
  const impossible = { ...sampleRun(1), metricNames: ['qps'], results: [{ test: 't', clients: 1, values: [-5] }] }
  const file = await write('docs.json', JSON.stringify([impossible, sampleRun(2)]))
  const stopped = await cli('push', file, '--project', 'lab')
  expect([stopped.code, server.runs.size]).toEqual([EXIT.refused, 0])
  expect(stopped.log).toContain('/0/results/0/values/0 qps is -5, and cannot be negative')
  await cli('push', file, '--project', 'lab', '--skip-refused')
  expect(server.runs.size).toBe(1)
})

test('a run that could not connect is uploaded as failed', async () => {
  const error = "FATAL: unable to connect to MySQL server on socket '/var/run/mysqld/mysqld.sock', aborting...\n"
  await write(step('8407'), `sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\n${error}`)
  const { code, out } = await cli('push', join(directory, 'set'), '--project', 'lab', ...facts)
  expect([code, server.runs.size]).toEqual([EXIT.ok, 1])
  expect(out).toContain('1 result failed')
})
