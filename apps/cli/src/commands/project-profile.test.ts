import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { correctionProfile } from '@assay/domain/import/profile/correction-profile'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXIT } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-profile-'))
  await mkdir(join(directory, 'pg-18.1'))
  await writeFile(join(directory, 'pg-18.1', 'oltp_insert-c4.log'), sysbenchText({ qps: 100, threads: 4 }))
})
afterEach(() => rm(directory, { recursive: true }))

const YAML = correctionProfile('lab', [{ set: { hardware: 'box1' } }])

/** Runs `assay push --dry-run` against a server that answers requests for the profile so. */
function push(answer: () => Promise<Response>, ...flags: string[]) {
  const asked: string[] = []
  const fetch = (async (url) => {
    asked.push(String(url))
    return answer()
  }) as typeof globalThis.fetch
  const variables = { ASSAY_URL: 'http://assay.test', ASSAY_TOKEN: 'x', ASSAY_SPOOL_DIR: join(directory, 'spool') }
  const ran = runCli(['push', directory, '--project', 'lab', '--dry-run', ...flags], variables, { fetch })
  return ran.then((result) => ({ ...result, asked }))
}

test('the profile of the project answers what names lack', async () => {
  const { code, log, asked } = await push(async () => Response.json({ yaml: YAML }))
  expect(asked).toEqual(['http://assay.test/api/v1/import-profile?project=lab'])
  expect([code, log]).toEqual([EXIT.ok, expect.stringContaining('Names are read by the import profile of lab.')])
})

test('--profile wins, and the server is not asked', async () => {
  const { code, asked } = await push(async () => Response.json({ yaml: YAML }), '--profile', 'archive')
  expect([code, asked]).toEqual([EXIT.question, []])
})

test.each([
  ['no profile', async () => Response.json({ yaml: null })],
  ['an earlier version', async () => new Response('', { status: 404 })],
])('a server with %s: names are read by the built-in profile', async (_name, answer) => {
  expect((await push(answer)).code).toBe(EXIT.question)
})

test('a server that does not answer is named', async () => {
  const { code, log } = await push(() => Promise.reject(new Error('refused')))
  expect(code).toBe(EXIT.question)
  expect(log).toContain('cannot be asked for the import profile of lab')
})

test('assay watch and assay gate use the profile of the project too', async () => {
  const server = await FakeServer.start()
  server.importProfile = YAML
  const variables = { ASSAY_URL: server.url, ASSAY_TOKEN: TOKEN, ASSAY_SPOOL_DIR: join(directory, 'spool') }
  const body = { verdict: 'pass', exitCode: 0, link: null, markdown: '**pass**\n', rows: [] }
  server.gateAnswer = { status: 200, body }
  try {
    const folder = join(directory, 'pg-18.1')
    const gated = await runCli(['gate', '--project', 'lab', '--base', '17.6', '--candidate', folder], variables)
    expect([gated.code, gated.log]).toEqual([
      0,
      expect.stringContaining('Names are read by the import profile of lab.'),
    ])
    expect(server.gates).toMatchObject([{ body: { documents: [{ hardware: { name: 'box1' } }] } }])
    await writeFile(join(folder, 'done'), '')
    const stop = new AbortController()
    let naps = 0
    const clock = { now: () => 0, random: () => 0.5, sleep: async () => void (++naps > 5 && stop.abort()) }
    const watched = await runCli(['watch', directory, '--project', 'lab'], variables, {
      clock,
      catchInterrupts: () => stop.signal,
    })
    expect([server.runs.size, watched.log]).toEqual([1, expect.stringContaining('import profile of lab')])
  } finally {
    await server.stop()
  }
})
