import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { previewUpload } from '@assay/domain/import/preview/preview-upload'
import { correctionProfile } from '@assay/domain/import/profile/correction-profile'
import type { MappingRule } from '@assay/domain/import/profile/mapping-rule'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { unwrap } from '@assay/domain/result'
import { packZip } from '@assay/testing/import/pack-zip'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

const FILES = [
  { path: 'results/pg-18.0/oltp_insert-c40.log', text: sysbenchText({ qps: 900, threads: 40 }) },
  { path: 'results/pg-18.1/oltp_insert-c40.log', text: sysbenchText({ qps: 1000, threads: 40 }) },
  { path: 'results/ready.json', text: JSON.stringify(exampleDocument()) },
  { path: 'results/notes.txt', text: 'nothing measured' },
]

async function archiveOf(files: readonly { path: string; text: string | Buffer }[]): Promise<Uint8Array<ArrayBuffer>> {
  const tar = pack()
  for (const { path, text } of files) tar.entry({ name: path }, text)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer) // A byte stream yields Buffers.
  return new Uint8Array(gzipSync(Buffer.concat(chunks)))
}

const send = (path: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  server.send(path, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip', ...headers },
  })

async function runCount(): Promise<number> {
  const listed = await server.send('/api/v1/projects/demo/runs?limit=1')
  return ((await listed.json()) as { total: number }).total
}

test('the preview of an archive is the document of assay preview, and nothing is stored', async () => {
  const answer = await send('/api/v1/previews', await archiveOf(FILES))
  expect(answer.status).toBe(200)
  const preview = PreviewDocument.parse(await answer.json())
  const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
  expect(preview).toEqual(JSON.parse(JSON.stringify(previewUpload(FILES, { profile }))))
  expect(preview.runs.map(({ dimensions }) => dimensions.version.value).sort()).toEqual([
    exampleDocument().version,
    '18.0',
    '18.1',
  ])
  expect(preview.questions).toMatchObject([{ dimension: 'hardware', candidates: [], affects: [1, 2] }])
  expect(await runCount()).toBe(0)
})

test('parameters answer the questions, and an upload with them stores the runs of the preview', async () => {
  const body = await archiveOf(FILES)
  const preview = PreviewDocument.parse(await (await send('/api/v1/previews?hardware=lab3', body)).json())
  expect(preview.questions).toEqual([])
  const stored = await send('/api/v1/uploads?hardware=lab3', body)
  const { runs } = (await stored.json()) as { runs: unknown[] }
  expect(runs).toHaveLength(preview.runs.length)
  expect(await runCount()).toBe(preview.runs.length)
})

test('files that cannot be read are problems, and 0 runs name what was seen and the next step', async () => {
  const body = await archiveOf([
    { path: 'x/core.bin', text: Buffer.from([1, 0, 2]) },
    { path: 'x/readme.md', text: '# hello' },
  ])
  const preview = PreviewDocument.parse(await (await send('/api/v1/previews', body)).json())
  expect(preview.runs).toEqual([])
  expect(preview.problems.map(({ file }) => file)).toEqual(['x/core.bin', 'x/readme.md', ''])
  expect(preview.problems.at(-1)?.message).toMatch(/0 runs were read from 2 files.*docs\/csv\.md/)
})

test('JSON that nothing reads is listed with its columns, and read with the mapping of a profile', async () => {
  const results = [{ name: 'scan', threads: 4, rate: 20.5 }]
  const text = JSON.stringify({ release: '18.1', results })
  const body = await archiveOf([{ path: 'x/own.json', text }])
  const preview = async (profile: string | null) => {
    const form = new FormData()
    form.set('file', new File([body], 'x.tar.gz'))
    if (profile !== null) form.set('profile', new File([profile], 'profile.yaml'))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.send('/api/v1/previews?hardware=box', { method: 'POST', body: form, headers })
    return PreviewDocument.parse(await answer.json())
  }
  const { tables, runs } = await preview(null)
  expect(runs).toEqual([])
  expect(tables).toMatchObject([{ file: 'x/own.json', choices: [{ rows: '$.results[*]', rowCount: 1 }] }])
  const rule: MappingRule = {
    match: 'own.json',
    mapping: {
      schemaVersion: 1,
      rows: '$.results[*]',
      columns: { name: 'test', threads: 'clients', rate: { metric: 'qps' }, '$.release': 'version' },
      others: 'ignore',
      set: { benchmark: 'own', product: 'PostgreSQL' },
    },
  }
  const mapped = await preview(correctionProfile('lab', [], [rule]))
  expect([mapped.tables, mapped.questions, mapped.problems]).toEqual([[], [], []])
  expect(mapped.runs).toMatchObject([
    {
      dimensions: { version: { value: '18.1' }, benchmark: { value: 'own' } },
      results: [{ test: 'scan', clients: 4, values: { qps: 20.5 } }],
    },
  ])
})

test.each([
  ['?hardware=', 422, 'query-invalid'],
  ['?profile=nothing', 422, 'profile-invalid'],
  ['?onConflict=repeat', 422, 'query-invalid'],
  ['?set=colour=red', 422, 'query-invalid'],
])('%s is refused with %i %s', async (query, status, code) => {
  const answer = await send(`/api/v1/previews${query}`, await archiveOf(FILES))
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
})

test('the command of docs/uploads.md shows the preview of a folder', async (context) => {
  context.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed')
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/uploads.md'), 'utf8')
  const [, command = ''] = /```sh\n(tar cz [^`]*\/api\/v1\/previews[^`]*)```/.exec(docs) ?? []
  expect(command).not.toBe('')
  const folder = await mkdtemp(join(tmpdir(), 'assay-preview-'))
  for (const { path, text } of [...FILES, { path: '.data/token', text: token }]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // A byte stream yields Buffers.
    const headers = new Headers({
      authorization: request.headers.authorization ?? '',
      'content-type': request.headers['content-type'] ?? '',
    })
    const answer = await server.send(request.url ?? '/', { method: 'POST', body: Buffer.concat(chunks), headers })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = http.address() as AddressInfo // It listens on a port, so the address is not a path.
    const line = command.replace('http://localhost:3000', `http://127.0.0.1:${port}`)
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder })
    expect(PreviewDocument.parse(JSON.parse(stdout)).runs).toHaveLength(3)
  } finally {
    http.close()
    await rm(folder, { recursive: true })
  }
})

test('a zip archive, and a tar inside of it, give the preview of their folder', async () => {
  const [first, second] = FILES
  const inner = Buffer.from(await archiveOf([{ path: 'oltp_insert-c40.log', text: second?.text ?? '' }]))
  const body = packZip({ 'pg-18.0\\oltp_insert-c40.log': first?.text ?? '', 'pg-18.1.tar.gz': inner })
  const answer = await send('/api/v1/previews', new Uint8Array(body), { 'content-type': 'application/zip' })
  const { runs, problems } = PreviewDocument.parse(await answer.json())
  expect(problems).toEqual([])
  expect(runs.map(({ dimensions, results }) => [dimensions.version.value, results[0]?.clients])).toEqual([
    ['18.0', 40],
    ['18.1', 40],
  ])
})

test('a zip archive with a path that leads out, and a damaged one, are refused', async () => {
  for (const [body, status] of [
    [packZip({ '../x.log': 'x' }), 422],
    [packZip({ 'x.log': 'x'.repeat(5_000) }).subarray(0, 60), 422],
  ] as const) {
    const answer = await send('/api/v1/previews', new Uint8Array(body), { 'content-type': 'application/zip' })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code: 'archive-refused' })
  }
})
