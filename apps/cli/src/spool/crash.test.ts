import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeServer } from '../testing/fake-server.ts'
import { noBlobs, sampleRun } from '../testing/sample-run.ts'
import { Spool } from './spool.ts'

const CHILD = join(import.meta.dirname, '..', 'testing', 'crash-child.ts')

let server: FakeServer
let directory: string

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-crash-'))
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

async function cli(
  what: 'put' | 'flush',
  step = '',
): Promise<{ signal: string | null; report: { stored: number; gone: number } }> {
  const child = spawn(process.execPath, ['--no-warnings', CHILD, what, directory, server.url, step])
  const [out, error, signal] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<string | null>((resolve) => {
      child.on('close', (_code, by) => resolve(by))
    }),
  ])
  expect(error).toBe('')
  if (signal !== null) await ageLocks()
  return { signal, report: out === '' ? { stored: 0, gone: 0 } : JSON.parse(out) }
}

/** Makes locks of a killed CLI half a minute old, so that the next one takes them over without waiting. */
async function ageLocks(): Promise<void> {
  const halfAMinuteAgo = new Date(Date.now() - 30_000)
  const locks = join(directory, 'locks')
  for (const name of await readdir(locks)) await utimes(join(locks, name), halfAMinuteAgo, halfAMinuteAgo)
}

/** Writes the spool that a CLI without a crash would have written. */
async function spoolRuns(count: number): Promise<Spool> {
  const spool = await Spool.open(directory, { now: Date.now() })
  for (let qps = 1; qps <= count; qps++) {
    await spool.put({ server: server.url, project: 'lab', document: () => sampleRun(qps), blobs: noBlobs })
  }
  return spool
}

async function expectDelivered(count: number): Promise<void> {
  const spool = await Spool.open(directory, { now: Date.now() })
  expect(await spool.waiting()).toEqual([])
  expect(await spool.rejected()).toEqual([])
  expect(server.runs.size).toBe(count)
  const receipts = await spool.receipts()
  expect(receipts).toHaveLength(count)
  for (const { receipt } of receipts) expect(server.runs.get(`lab/${receipt?.runId}`)).toBe(receipt?.digest)
}

test.each(['draft opened', 'draft written', 'draft flushed', 'renamed', 'directory flushed', 'put 2'])(
  'killed at "%s" while writing the spool: every file is complete, and writing again and sending delivers every run once',
  async (step) => {
    expect((await cli('put', step)).signal).toBe('SIGKILL')
    const spool = await Spool.open(directory, { now: Date.now() })
    for (const { name } of await spool.waiting()) expect((await spool.read(name))?.ok).toBe(true)
    expect((await cli('put')).signal).toBeNull()
    expect((await cli('flush')).report.stored).toBe(3)
    await expectDelivered(3)
    expect(server.received).toHaveLength(3)
  },
)

test.each([
  'before sending',
  'while sending',
  'answer received',
  'draft written',
  'renamed',
  'receipt kept',
  'entry removed',
])('killed at "%s" while sending: the next flush delivers the rest, and no run is stored twice', async (step) => {
  await cli('put')
  expect((await cli('flush', step)).signal).toBe('SIGKILL')
  await cli('flush')
  await expectDelivered(3)
})

test.each(['reason kept', 'entry rejected'])(
  'killed at "%s" while setting a refused run aside: it ends in rejected/ with its reason',
  async (step) => {
    await spoolRuns(3)
    server.misbehaviors = Array(9).fill({ status: 422, detail: 'must fit', pointer: '/version' })
    expect((await cli('flush', step)).signal).toBe('SIGKILL')
    await cli('flush')
    const spool = await Spool.open(directory, { now: Date.now() })
    expect(await spool.waiting()).toEqual([])
    expect((await spool.rejected()).map(({ rejection }) => rejection?.reason)).toEqual([
      'must fit',
      'must fit',
      'must fit',
    ])
  },
)

test('two CLIs that flush one spool concurrently deliver every run once', async () => {
  const spool = await spoolRuns(40)
  server.misbehaviors = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? { status: 503 } : 'reset'))
  const [one, other] = await Promise.all([cli('flush'), cli('flush')])
  expect(one.report.stored + other.report.stored).toBe(40)
  expect(one.report.gone + other.report.gone).toBeLessThanOrEqual(40)
  await expectDelivered(40)
  expect(server.received).toHaveLength(40)
  expect(await readdir(spool.path('locks'))).toEqual([])
})
