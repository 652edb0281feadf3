import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'

let server: FakeServer
let directory: string

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-question-'))
})
afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const cli = (...argv: string[]) =>
  runCli(argv, { ASSAY_URL: server.url, ASSAY_TOKEN: TOKEN, ASSAY_SPOOL_DIR: join(directory, 'spool') })

async function write(folder: string, text: string): Promise<void> {
  const path = join(directory, folder, 'x.pg180_def.x10b_c8r32.pk1', 'sb.o.scan.range100.pk1.dop4')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const MACHINES = ['c6i.12xlarge', 'm5d.2xlarge', 'm6g.4xlarge']

test('push stops at an open question, sends nothing, and one flag answers it', async () => {
  for (const [i, machine] of MACHINES.entries()) await write(`aws/${machine}`, sysbenchText({ qps: 100 + i }))
  const aws = join(directory, 'aws')
  const stopped = await cli('push', aws, '--project', 'lab')
  expect(stopped.code).toBe(EXIT.question)
  expect(stopped.log).toMatch(/c6i\.12xlarge\/.*The machine of 3 runs is unknown/)
  for (const machine of MACHINES) expect(stopped.log).toMatch(new RegExp(`Undecoded folder names: .*${machine}`))
  expect(stopped.log).toContain('One NAME for all of these folders would make one machine of them')
  expect(stopped.log).toContain('Answer with --set hardware=NAME (or --hardware NAME); --set hardware=@folder')
  expect(stopped.log).toContain('Stopped; nothing was sent.')
  expect(server.runs.size).toBe(0)
  await expect(readdir(join(directory, 'spool', 'runs'))).rejects.toThrow()

  const answered = await cli('push', aws, '--project', 'lab', '--set', 'hardware=@folder')
  expect([answered.code, server.runs.size]).toEqual([EXIT.ok, 3])
  for (const machine of MACHINES) expect(answered.out).toContain(machine)
})

test('parse reports a missing machine as push does, and prints no document', async () => {
  await write('8core', sysbenchText({ qps: 100, cpus: 48 }))
  const openPush = await cli('parse', join(directory, '8core'), '--json')
  expect([openPush.code, openPush.out]).toEqual([EXIT.refused, '[]\n'])
  expect(openPush.log).toContain('Undecoded folder names: 8core')
  const answered = await cli('parse', join(directory, '8core'), '--json', '--hardware', 'epyc')
  expect(answered.code).toBe(EXIT.ok)
  const [document] = z.array(UploadDocument).parse(JSON.parse(answered.out))
  expect(document?.hardware).toEqual({ name: 'epyc' })
})

test('an unknown field is a usage error', async () => {
  await write('8core', sysbenchText({ qps: 100 }))
  const { code, log } = await cli('parse', directory, '--set', 'colour=red')
  expect([code, log]).toEqual([EXIT.usage, expect.stringContaining('"colour" is not a field; known: product')])
})
