import { createPublicKey, verify } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordText, SignedRecord } from '@assay/domain/experiments/run-record'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { writeFakeSysbench } from '../testing/fake-sysbench.ts'
import { runCli } from '../testing/run-cli.ts'

const DECISION = { number: 1, decision: 'measure more', reason: 'Better so far.', score: null }
const Attached = z.object({ runId: z.uuid(), record: SignedRecord.nullable() })
const isRoot = process.getuid?.() === 0
const FACTS = [
  '--product',
  'Postgres',
  '--version',
  '18.0',
  '--config',
  'x10b',
  '--workload',
  'small',
  '--project',
  'lab',
]

let server: FakeServer
let directory: string
let attached: { path: string; body: z.infer<typeof Attached> }[]
beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-experiment-'))
  // Other users may enter the folder, so that only the modes of the files protect them.
  await chmod(directory, 0o755)
  await mkdir(join(directory, 'bin'))
  attached = []
})
afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const at = (name: string) => join(directory, name)

/** Attachments are answered here; everything else is sent to the server. */
const fetchOf: typeof fetch = async (input, init) => {
  const url = String(input instanceof Request ? input.url : input)
  if (!url.includes('/experiments/')) return fetch(input, init)
  const text = new TextDecoder().decode(init?.body instanceof Uint8Array ? init.body : new Uint8Array())
  attached.push({ path: new URL(url).pathname, body: Attached.parse(JSON.parse(text)) })
  return Response.json(DECISION)
}

const cli = (...argv: string[]) => {
  const variables = {
    ...{ ASSAY_URL: server.url, ASSAY_TOKEN: TOKEN, PATH: process.env.PATH ?? '' },
    ...{ ASSAY_SPOOL_DIR: at('spool'), ASSAY_DATA_DIR: at('data') },
  }
  return runCli(argv, variables, { fetch: fetchOf })
}

/** Runs a benchmark that first executes `before` in the shell, for candidate 1. */
async function exec(before: string, ...flags: string[]) {
  const sysbench = at('bin/sysbench')
  await writeFakeSysbench(sysbench, { before })
  const named = ['--experiment', 'wal', '--candidate', '1', '--dir', at('results')]
  return cli('exec', ...FACTS, ...named, ...flags, '--', sysbench, 'oltp_point_select', '--threads=2', 'run')
}

test('a key has mode 0600, and a key that exists is not replaced', async () => {
  const first = await cli('experiment', 'key', at('key'))
  expect((await stat(at('key'))).mode & 0o777).toBe(0o600)
  expect((await cli('experiment', 'key', at('key'))).out).toBe(first.out)
  await chmod(at('key'), 0o644)
  expect(await cli('experiment', 'key', at('key'))).toMatchObject({ code: EXIT.usage })
})

test('the record of a run is signed, and without another user it states no separation', async () => {
  const { out } = await cli('experiment', 'key', at('key'))
  const ran = await exec('', '--key', at('key'))
  expect(ran.code, ran.log).toBe(EXIT.ok)
  expect(ran.log).toContain('measure more: Better so far.')
  const [one] = attached
  expect(one?.path).toBe('/api/v1/projects/lab/experiments/wal/candidates/1/runs')
  const { record, publicKey, signature } = SignedRecord.parse(one?.body.record)
  expect(publicKey).toBe(out.trim())
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const isSigned = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  expect(isSigned(recordText(record))).toBe(true)
  expect(isSigned(recordText({ ...record, figures: '0'.repeat(64) }))).toBe(false)
  expect([...server.runs.keys()].join()).toContain(record.runId)
  expect(record).toMatchObject({ runId: one?.body.runId, separateUser: null, checks: { 'exit code': '0' } })
  expect(record.command).toContain('oltp_point_select')
})

test('records count the runs of the candidate: finished ones, and failed ones before them', async () => {
  await cli('experiment', 'key', at('key'))
  const measure = (before: string, name: string) => exec(before, '--key', at('key'), '--dir', at(name))
  await measure('', 'first')
  expect((await measure('exit 3', 'second')).code).toBe(3)
  await measure('', 'third')
  const counters = attached.map(({ body }) => body.record?.record.counter)
  expect(counters).toEqual([
    { finished: 1, failed: 0 },
    { finished: 2, failed: 1 },
  ])
  expect(attached[0]?.body.record?.record.measured).toEqual({ project: 'lab', experiment: 'wal', candidate: 1 })
})

test('the record next to the output attaches the run again', async () => {
  await cli('experiment', 'key', at('key'))
  await exec('', '--key', at('key'))
  const [name = ''] = (await readdir(at('results'))).filter((one) => one.endsWith('.record.json'))
  const runId = attached[0]?.body.runId ?? ''
  const again = await cli(
    'experiment',
    'attach',
    'wal',
    '1',
    runId,
    '--project',
    'lab',
    '--record',
    at(`results/${name}`),
  )
  expect(again.code, again.log).toBe(EXIT.ok)
  expect(attached[1]).toEqual(attached[0])
})

test('a run without a key is attached without a record', async () => {
  expect((await exec('')).code).toBe(EXIT.ok)
  expect(attached.map(({ body }) => body.record)).toEqual([null])
})

test.skipIf(!isRoot)(
  'a candidate under another user can read neither the key nor holdout inputs (needs root)',
  async () => {
    await cli('experiment', 'key', at('key'))
    await mkdir(at('holdout'), { mode: 0o700 })
    await writeFile(at('holdout/queries.sql'), 'select 1')
    const tries = [`cat ${at('key')}`, `cat ${at('holdout/queries.sql')}`, `chmod 644 ${at('key')}`, 'id -un']
    const ran = await exec(tries.join(' >&2; ').concat(' >&2'), ...AS_NOBODY(), '--protect', at('holdout'))
    expect(ran.code, ran.log).toBe(EXIT.ok)
    expect(ran.log).toMatch(/key: Permission denied/)
    expect(ran.log).toMatch(/queries\.sql: Permission denied/)
    expect(ran.log).toMatch(/Operation not permitted/)
    expect(ran.log).toMatch(/^nobody$/m)
    expect(ran.log).not.toMatch(/PRIVATE KEY|select 1/)
    expect(attached[0]?.body.record?.record.separateUser).toBe('nobody')
  },
)

test.skipIf(!isRoot)('files that the other user could read stop the run before it starts (needs root)', async () => {
  await cli('experiment', 'key', at('key'))
  await mkdir(at('holdout'), { mode: 0o755 })
  const ran = await exec('', ...AS_NOBODY(), '--protect', at('holdout'))
  expect(ran).toMatchObject({ code: EXIT.usage })
  expect(ran.log).toContain('chmod 700')
  expect((await exec('', '--as-user', 'root')).log).toContain('is root')
  expect(attached).toEqual([])
})

const AS_NOBODY = () => ['--as-user', 'nobody', '--key', at('key')]
