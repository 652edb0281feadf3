import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { EXIT, EXIT_CODES } from '../exit-code.ts'
import { FakeServer, TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'
import { sampleRun } from '../testing/sample-run.ts'

let server: FakeServer
let directory: string
let variables: Record<string, string>

beforeEach(async () => {
  server = await FakeServer.start()
  directory = await mkdtemp(join(tmpdir(), 'assay-cli-'))
  variables = {
    ASSAY_URL: server.url,
    ASSAY_TOKEN: TOKEN,
    ASSAY_SPOOL_DIR: join(directory, 'spool'),
    ASSAY_DATA_DIR: join(directory, 'data'),
  }
})

afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

const cli = (...argv: string[]) => runCli(argv, variables)

async function write(name: string, content: unknown): Promise<string> {
  const path = join(directory, name)
  const text = JSON.stringify(content)
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

/** Returns an address at which nothing listens. */
async function closedUrl(): Promise<string> {
  const closed = await FakeServer.start()
  const { url } = closed
  await closed.stop()
  return url
}

test('upload documents, one or a list, plain or gzip, are pushed; each run has its receipt and link', async () => {
  const one = await write('one.json', sampleRun(1))
  const many = await write('many.json.gz', [sampleRun(2), sampleRun(3), sampleRun(1)])
  const { code, out, log } = await cli('push', one, many, '--project', 'lab')
  expect(log).toBe('3 runs stored.\n')
  expect(code).toBe(EXIT.ok)
  expect(server.runs.size).toBe(3)
  expect(out).toContain('3 runs with 3 results read from 2 files.')
  const links = [...server.runs.keys()].map((key) => `${server.url}/p/${key.replace('/', '/runs/')}`)
  for (const link of links) expect(out).toContain(link)
})

test('pushing the same runs again stores nothing twice and reports it', async () => {
  const file = await write('one.json', sampleRun(1))
  await cli('push', file, '--project', 'lab')
  const { code, out, log } = await cli('push', file, '--project', 'lab')
  expect([code, log]).toEqual([EXIT.ok, '1 run stored (1 of them before).\n'])
  expect(out).toContain('already  1/1')
  expect(server.runs.size).toBe(1)
})

test('an invalid document is reported by JSON pointer, and the others are pushed', async () => {
  const { version: _version, ...lacking } = sampleRun(1)
  const negative = { ...sampleRun(2), results: [{ test: 't', clients: 0, values: [1] }], extra: 1 }
  const file = await write('many.json', [lacking, negative, sampleRun(3)])
  const { code, log } = await cli('push', file, '--project', 'lab')
  expect(code).toBe(EXIT.refused)
  expect(log).toContain(`${file}: /0/version `)
  expect(log).toContain(`${file}: /1/results/0/clients `)
  expect(log).toContain(`${file}: /1/extra unknown field "extra"`)
  expect(server.runs.size).toBe(1)
})

test('parse --json prints one array of valid documents with run ids, without any network', async () => {
  const { runId: _runId, ...anonymous } = sampleRun(1)
  const file = await write('docs.json', [anonymous, sampleRun(2)])
  const { code, out } = await cli('parse', file, '--json')
  expect(code).toBe(EXIT.ok)
  const documents = z.array(UploadDocument).parse(JSON.parse(out))
  expect(documents.map(({ runId }) => runId)).toEqual([sampleRun(1).runId, sampleRun(2).runId])
  expect(server.requests).toEqual([])
})

test('parse without a result exits 1 with an empty array', async () => {
  const { code, out, log } = await cli('parse', directory, '--json')
  expect([code, out]).toEqual([EXIT.refused, '[]\n'])
  expect(log).toContain('No benchmark results were found')
})

test('a dry run sends and stores nothing', async () => {
  const { code, out } = await cli('push', await write('one.json', sampleRun(1)), '--project', 'lab', '--dry-run')
  expect(code).toBe(EXIT.ok)
  expect(out).toContain('1 run would go to lab at ')
  expect(server.requests).toEqual([])
  expect((await cli('spool', 'list')).out).toMatch(/^0 waiting, 0 refused, 0 receipts/)
})

test('without a server the runs stay in the spool with exit code 3, and the next push sends them too', async () => {
  const { url } = server
  variables.ASSAY_URL = await closedUrl()
  const offline = await cli('push', await write('one.json', sampleRun(1)), '--project', 'lab')
  expect(offline.code).toBe(EXIT.kept)
  expect(offline.log).toMatch(
    /1 left in the spool .*cannot be reached: nothing listens at http:\/\/127.0.0.1:\d+\. Run assay spool flush/,
  )
  const list = await cli('spool', 'list')
  expect(list.out).toContain(`${variables.ASSAY_URL} lab`)
  variables.ASSAY_URL = url
  const other = await cli('spool', 'flush')
  expect(other.log).toContain('1 run for another server')
  const flushed = await cli('spool', 'flush', '--any-server')
  expect([flushed.code, flushed.log]).toEqual([EXIT.ok, '1 run stored.\n'])
})

test('runs of an earlier push are sent with the next push to the same project, not with one to another', async () => {
  server.misbehaviours = [{ status: 403, detail: 'not now' }]
  expect((await cli('push', await write('one.json', sampleRun(1)), '--project', 'lab')).code).toBe(EXIT.kept)
  await cli('push', await write('two.json', sampleRun(2)), '--project', 'other')
  expect([...server.runs.keys()]).toEqual([`other/${sampleRun(2).runId}`])
  const again = await cli('push', await write('three.json', sampleRun(3)), '--project', 'lab')
  expect(again.log).toContain('1 run of earlier pushes')
  expect(server.runs.size).toBe(3)
})

test('without a token the runs stay in the spool, and the message says where to put a token', async () => {
  const { ASSAY_TOKEN: _token, ...anonymous } = variables
  const { code, log } = await runCli(['push', await write('one.json', sampleRun(1)), '--project', 'lab'], anonymous)
  expect(code).toBe(EXIT.kept)
  expect(log).toContain('ASSAY_TOKEN_FILE')
  expect((await cli('spool', 'flush')).code).toBe(EXIT.ok)
})

test('a refused run exits 1, and spool list shows reason and pointer', async () => {
  server.misbehaviours = [{ status: 422, detail: 'same hardware name, other core count', pointer: '/hardware/cores' }]
  const { code, log } = await cli('push', await write('one.json', sampleRun(1)), '--project', 'lab')
  expect(code).toBe(EXIT.refused)
  expect(log).toContain(
    'refused  Postgres 18.0 o2nofp x10b_c8r32, pn53, sysbench cached: same hardware name, other core count',
  )
  expect(log).toContain('/hardware/cores')
  const list = await cli('spool', 'list')
  expect(list.out).toContain('/hardware/cores same hardware name, other core count')
})

test('verify names a damaged file; export creates a spool that another machine can flush', async () => {
  server.misbehaviours = [{ status: 401 }]
  await cli('push', await write('docs.json', [sampleRun(1), sampleRun(2)]), '--project', 'lab', '--concurrency', '1')
  expect((await cli('spool', 'verify')).out).toContain('2 waiting runs and 0 receipts verified, 0 damaged')
  const stick = join(directory, 'stick')
  expect((await cli('spool', 'export', stick)).out).toContain('2 runs copied')
  const runs = join(directory, 'spool', 'runs')
  const [first = ''] = await readdir(runs)
  await writeFile(join(runs, first), (await readFile(join(runs, first))).subarray(0, -20))
  const verified = await cli('spool', 'verify')
  expect([verified.code, verified.log]).toEqual([
    EXIT.refused,
    expect.stringMatching(new RegExp(`${first} is damaged`)),
  ])
  variables.ASSAY_SPOOL_DIR = stick
  expect((await cli('spool', 'flush', '--any-server')).code).toBe(EXIT.ok)
  expect(server.runs.size).toBe(2)
})

test('compare prints the table of the server; a pasted link names project and query', async () => {
  const { code, out } = await cli(
    'compare',
    `${server.url}/p/lab/compare?rows=test&base=first-column&format=html`,
    '--format',
    'csv',
  )
  expect([code, out]).toEqual([EXIT.ok, 'the table\n'])
  expect(server.requests[0]?.path).toBe('/api/v1/projects/lab/compare?rows=test&base=first-column&format=csv')
  await cli('compare', '?rows=test', '--project', 'other')
  expect(server.requests[1]?.path).toBe('/api/v1/projects/other/compare?rows=test&format=text')
})

test('share freezes the comparison of a link, and prints only the address', async () => {
  const link = `${server.url}/p/lab/compare?rows=test&version=17.6%2C18.0`
  const { code, out } = await cli('share', link, '--title', '18.0 against 17.6', '--mask')
  expect([code, out]).toEqual([EXIT.ok, `${server.url}/s/x\n`])
  expect(server.requests[0]?.path).toBe('/api/v1/projects/lab/shares')
  await cli('share', 'rows=test', '--project', 'lab', '--title', 'x', '--publish', 'a-post')
  const what = (query: string) => ({ kind: 'comparison', query })
  expect(server.shares).toEqual([
    { title: '18.0 against 17.6', what: what('rows=test&version=17.6%2C18.0'), masks: {} },
    { title: 'x', what: what('rows=test'), days: null, publishAs: 'a-post' },
  ])
  expect((await cli('share', 'rows=test', '--project', 'lab')).code).toBe(EXIT.usage)
})

test('spec list is a table, or JSON', async () => {
  const { code, out } = await cli('spec', 'list', '--project', 'lab')
  expect([code, out]).toEqual([
    EXIT.ok,
    'spec  state      revision  open  meeting     title\nFS-1  in-review         3  2/12  2026-12-06  Rounding\n',
  ])
  const json = await cli('spec', 'list', '--project', 'lab', '--format', 'json')
  expect(JSON.parse(json.out)).toMatchObject([{ name: 'FS-1', open: 2 }])
})

test('spec export writes to the output file in the format of its ending', async () => {
  const { code, out } = await cli('spec', 'export', 'FS-1', '--project', 'lab', '--revision', '2')
  expect([code, out]).toEqual([EXIT.ok, 'markdown of 2\n'])
  const path = join(directory, 'FS-1.pdf')
  const written = await cli('spec', 'export', 'FS-1', '--project', 'lab', '-o', path)
  expect([written.code, written.out, await readFile(path, 'utf8')]).toEqual([EXIT.ok, '', 'pdf of today\n'])
  const html = await cli('spec', 'export', 'FS-1', '--project', 'lab', '-o', path, '--format', 'html')
  expect([html.log, await readFile(path, 'utf8')]).toEqual([`FS-1 is in ${path}.\n`, 'html of today\n'])
  expect((await cli('spec', 'export', 'FS-1', '--project', 'lab', '--format', 'pdf')).code).toBe(EXIT.usage)
  const missing = await cli('spec', 'export', 'FS-9', '--project', 'lab')
  expect([missing.code, missing.log]).toEqual([EXIT.refused, 'There is no such spec in this project.\n'])
})

test('spec import creates a spec or a revision, and reports a conflicting text as a copy', async () => {
  const path = join(directory, 'spec.md')
  await writeFile(path, '# Rounding')
  const made = await cli('spec', 'import', path, '--project', 'lab', '--title', 'Rounding')
  expect([made.code, made.out]).toEqual([EXIT.ok, `${server.url}/p/lab/specs/FS-2\n`])
  expect(made.log).toBe('FS-2, with its revisions, comments and responses.\n')
  const revised = await cli('spec', 'import', path, '--project', 'lab', '--spec', 'FS-1', '--note', 'once')
  expect([revised.code, revised.log]).toEqual([EXIT.ok, 'FS-1 is at revision 4.\n'])
  const second = await cli('spec', 'import', path, '--project', 'lab', '--spec', 'FS-1', '--base', '2')
  expect([second.code, second.log]).toEqual([EXIT.refused, expect.stringContaining('saved as a copy')])
  expect(server.imported).toEqual([
    { path: '/import', body: { file: '# Rounding', title: 'Rounding' } },
    { path: '/FS-1/import', body: { file: '# Rounding', base: 3, note: 'once' } },
    { path: '/FS-1/import', body: { file: '# Rounding', base: 2 } },
  ])
})

test('compare refuses a link to another server and prints the error of the server for an invalid query', async () => {
  const foreign = await cli('compare', 'https://elsewhere.example/p/lab/compare?rows=test')
  expect([foreign.code, foreign.log]).toEqual([EXIT.usage, expect.stringContaining('set ASSAY_URL')])
  const detail = 'rows: unknown dimension "tst".'
  server.compareAnswer = {
    status: 422,
    type: 'application/problem+json',
    body: JSON.stringify({ code: 'query-invalid', detail }),
  }
  const { code, log, out } = await cli('compare', 'rows=tst', '--project', 'lab')
  expect([code, log, out]).toEqual([EXIT.refused, `${detail}\n`, ''])
})

test.each([
  ['push', 'x'],
  ['parse', 'x'],
  ['spool', 'flush'],
  ['compare', 'q'],
])('%s %s refuses a token as an argument', async (...argv) => {
  for (const form of [['--token', TOKEN], [`--token=${TOKEN}`]]) {
    const { code, log } = await cli(...argv, ...form)
    expect([code, log]).toEqual([EXIT.usage, expect.stringContaining('cannot be an argument')])
    expect(log).not.toContain(TOKEN)
  }
})

test.each<[string[], RegExp]>([
  [['push', '/nowhere'], /Name the project/],
  [['push', '/nowhere', '--project', 'lab'], /\/nowhere cannot be read: it does not exist/],
  [['push', '.', '--project', 'Not A Slug'], /no project name/],
  [['push', '.', '--project', 'lab', '--concurrency', '0'], /whole number from 1 to 64/],
  [['parse', '.', '--param', 'novalue'], /key=value/],
  [['parse', '.', '--profile', 'unheard-of'], /profiles that ship are: archive, plain/],
  [['compare', 'q', '--project', 'lab', '--format', 'xml'], /text, csv, json, markdown, html/],
  [['profile', 'show', 'unheard-of'], /these ship: archive, plain/],
  [['spec', 'import', '/nowhere.md', '--project', 'lab'], /\/nowhere.md cannot be read: it does not exist/],
  [['spec', 'import', 'x.md', '--project', 'lab', '--note', 'x'], /--note applies to a revision/],
  [['spec', 'import', 'x.md', '--project', 'lab', '--spec', 'FS-1', '--title', 'x'], /--title applies to a new spec/],
  [['spec', 'export', 'FS-1', '--project', 'lab', '--format', 'docx'], /markdown, html, pdf, json/],
  [['unheard-of'], /unknown command/],
  [[], /Usage: assay/],
])('wrong use %j exits 2 with a sentence', async (argv, said) => {
  const { code, log } = await cli(...argv)
  expect([code, log]).toEqual([EXIT.usage, expect.stringMatching(said)])
  expect(log).not.toMatch(/\n\s+at /)
})

test('help and docs/cli.md list the same exit codes', async () => {
  const { code, out } = await cli('--help')
  expect(code).toBe(EXIT.ok)
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8')
  for (const one of EXIT_CODES) {
    expect(out).toContain(`${one.code}  ${one.meaning}`)
    expect(docs).toContain(`| ${one.code} | ${one.meaning} |`)
  }
})

test('two runs of one push with different values of one result are a conflict, too', async () => {
  const other = {
    ...sampleRun(1000),
    runId: crypto.randomUUID(),
    results: [{ test: 'point-query_range=100', clients: 1001, values: [1200] }],
  }
  const path = await write('many.json', [sampleRun(1000), other])
  const refused = await cli('push', path, '--project', 'lab')
  expect(refused.code).toBe(EXIT.refused)
  expect(refused.log).toMatch(/qps of point-query_range=100 at 1001 clients is 1200 in .*, but 1000 in/)
  expect(server.runs.size).toBe(0)
})

test('a push with one conflicting run sends nothing, names both options, and succeeds with either', async () => {
  server.conflicts.add(sampleRun(2).runId)
  const path = await write('many.json', [sampleRun(1), sampleRun(2)])
  const refused = await cli('push', path, '--project', 'lab')
  expect(refused.code).toBe(EXIT.refused)
  expect(refused.log).toContain('1 run refused; nothing of this push was sent')
  expect(refused.log).toContain('qps is 2, but 1 is stored.')
  expect(refused.log).toMatch(/--on-conflict repeat .* --on-conflict replace/)
  expect(server.runs.size).toBe(0)
  expect((await cli('spool', 'list')).out).toContain('0 waiting, 0 refused')
  expect((await cli('push', path, '--project', 'lab', '--on-conflict', 'repeat')).code).toBe(EXIT.ok)
  expect(server.runs.size).toBe(2)
})

test('a conflicting run that was pushed without a server stays in the spool until --on-conflict is passed', async () => {
  server.conflicts.add(sampleRun(1).runId)
  const path = await write('one.json', sampleRun(1))
  const url = variables.ASSAY_URL ?? ''
  variables.ASSAY_URL = await closedUrl()
  expect((await cli('push', path, '--project', 'lab', '--patience', '0')).code).toBe(EXIT.kept)
  variables.ASSAY_URL = url
  expect((await cli('spool', 'flush', '--any-server')).code).toBe(EXIT.refused)
  expect((await cli('spool', 'list')).out).toContain('0 waiting, 1 refused')
  expect((await cli('spool', 'flush', '--any-server')).log).toContain('Nothing waits')
  const decided = await cli('spool', 'flush', '--any-server', '--on-conflict', 'replace')
  expect([decided.code, server.runs.size]).toEqual([EXIT.ok, 1])
  expect((await cli('spool', 'list')).out).toContain('0 waiting, 0 refused')
})
