import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { EXIT, EXIT_CODES } from '../exit-code.ts'
import { type CliFixture, closedUrl, startCliFixture } from '../testing/cli-fixture.ts'
import { TOKEN } from '../testing/fake-server.ts'
import { runCli } from '../testing/run-cli.ts'
import { sampleRun } from '../testing/sample-run.ts'

let fixture: CliFixture

beforeEach(async () => {
  fixture = await startCliFixture()
})
afterEach(() => fixture.stop())

test('upload documents, one or a list, plain or gzip, are pushed; each run has its receipt and link', async () => {
  const one = await fixture.write('one.json', sampleRun(1))
  const many = await fixture.write('many.json.gz', [sampleRun(2), sampleRun(3), sampleRun(1)])
  const { code, out, log } = await fixture.cli('push', one, many, '--project', 'lab')
  expect(log).toBe('3 runs stored.\n')
  expect(code).toBe(EXIT.ok)
  expect(fixture.server.runs.size).toBe(3)
  expect(out).toContain('3 runs with 3 results read from 2 files.')
  const links = [...fixture.server.runs.keys()].map((key) => `${fixture.server.url}/p/${key.replace('/', '/runs/')}`)
  for (const link of links) expect(out).toContain(link)
})

test('pushing the same runs again stores nothing twice and reports it', async () => {
  const file = await fixture.write('one.json', sampleRun(1))
  await fixture.cli('push', file, '--project', 'lab')
  const { code, out, log } = await fixture.cli('push', file, '--project', 'lab')
  expect([code, log]).toEqual([EXIT.ok, '1 run stored (1 of them before).\n'])
  expect(out).toContain('already  1/1')
  expect(fixture.server.runs.size).toBe(1)
})

test('an invalid document is reported by JSON pointer, and the others are pushed', async () => {
  const { version: _version, ...lacking } = sampleRun(1)
  const negative = { ...sampleRun(2), results: [{ test: 't', clients: 0, values: [1] }], extra: 1 }
  const file = await fixture.write('many.json', [lacking, negative, sampleRun(3)])
  const { code, log } = await fixture.cli('push', file, '--project', 'lab')
  expect(code).toBe(EXIT.refused)
  expect(log).toContain(`${file}: /0/version `)
  expect(log).toContain(`${file}: /1/results/0/clients `)
  expect(log).toContain(`${file}: /1/extra unknown field "extra"`)
  expect(fixture.server.runs.size).toBe(1)
})

test('parse --json prints one array of valid documents with run ids, without any network', async () => {
  const { runId: _runId, ...anonymous } = sampleRun(1)
  const file = await fixture.write('docs.json', [anonymous, sampleRun(2)])
  const { code, out } = await fixture.cli('parse', file, '--json')
  expect(code).toBe(EXIT.ok)
  const documents = z.array(UploadDocument).parse(JSON.parse(out))
  expect(documents.map(({ runId }) => runId)).toEqual([sampleRun(1).runId, sampleRun(2).runId])
  expect(fixture.server.requests).toEqual([])
})

test('parse without a result exits 1 with an empty array', async () => {
  const { code, out, log } = await fixture.cli('parse', fixture.directory, '--json')
  expect([code, out]).toEqual([EXIT.refused, '[]\n'])
  expect(log).toContain('No benchmark results were found')
})

test('a dry run sends and stores nothing', async () => {
  const { code, out } = await fixture.cli(
    'push',
    await fixture.write('one.json', sampleRun(1)),
    '--project',
    'lab',
    '--dry-run',
  )
  expect(code).toBe(EXIT.ok)
  expect(out).toContain('1 run would go to lab at ')
  expect(fixture.server.requests).toEqual([])
  expect((await fixture.cli('spool', 'list')).out).toMatch(/^0 waiting, 0 refused, 0 receipts/)
})

test('without a server the runs stay in the spool with exit code 3, and the next push sends them too', async () => {
  const { url } = fixture.server
  fixture.variables.ASSAY_URL = await closedUrl()
  const offline = await fixture.cli('push', await fixture.write('one.json', sampleRun(1)), '--project', 'lab')
  expect(offline.code).toBe(EXIT.pending)
  expect(offline.log).toMatch(
    /1 left in the spool .*cannot be reached: nothing listens at http:\/\/127.0.0.1:\d+\. Run assay spool flush/,
  )
  const list = await fixture.cli('spool', 'list')
  expect(list.out).toContain(`${fixture.variables.ASSAY_URL} lab`)
  fixture.variables.ASSAY_URL = url
  const other = await fixture.cli('spool', 'flush')
  expect(other.log).toContain('1 run for another server')
  const flushed = await fixture.cli('spool', 'flush', '--any-server')
  expect([flushed.code, flushed.log]).toEqual([EXIT.ok, '1 run stored.\n'])
})

test('runs of an earlier push are sent with the next push to the same project, not with one to another', async () => {
  fixture.server.misbehaviors = [{ status: 403, detail: 'not now' }]
  expect((await fixture.cli('push', await fixture.write('one.json', sampleRun(1)), '--project', 'lab')).code).toBe(
    EXIT.pending,
  )
  await fixture.cli('push', await fixture.write('two.json', sampleRun(2)), '--project', 'other')
  expect([...fixture.server.runs.keys()]).toEqual([`other/${sampleRun(2).runId}`])
  const again = await fixture.cli('push', await fixture.write('three.json', sampleRun(3)), '--project', 'lab')
  expect(again.log).toContain('1 run of earlier pushes')
  expect(fixture.server.runs.size).toBe(3)
})

test('without a token the runs stay in the spool, and the message says where to put a token', async () => {
  const { ASSAY_TOKEN: _token, ...anonymous } = fixture.variables
  const { code, log } = await runCli(
    ['push', await fixture.write('one.json', sampleRun(1)), '--project', 'lab'],
    anonymous,
  )
  expect(code).toBe(EXIT.pending)
  expect(log).toContain('ASSAY_TOKEN_FILE')
  expect((await fixture.cli('spool', 'flush')).code).toBe(EXIT.ok)
})

test('a refused run exits 1, and spool list shows reason and pointer', async () => {
  fixture.server.misbehaviors = [
    { status: 422, detail: 'same hardware name, other core count', pointer: '/hardware/cores' },
  ]
  const { code, log } = await fixture.cli('push', await fixture.write('one.json', sampleRun(1)), '--project', 'lab')
  expect(code).toBe(EXIT.refused)
  expect(log).toContain(
    'refused  Postgres 18.0 o2nofp x10b_c8r32, pn53, sysbench cached: same hardware name, other core count',
  )
  expect(log).toContain('/hardware/cores')
  const list = await fixture.cli('spool', 'list')
  expect(list.out).toContain('/hardware/cores same hardware name, other core count')
})

test('verify names a damaged file; export creates a spool that another machine can flush', async () => {
  fixture.server.misbehaviors = [{ status: 401 }]
  await fixture.cli(
    'push',
    await fixture.write('docs.json', [sampleRun(1), sampleRun(2)]),
    '--project',
    'lab',
    '--concurrency',
    '1',
  )
  expect((await fixture.cli('spool', 'verify')).out).toContain('2 waiting runs and 0 receipts verified, 0 damaged')
  const stick = join(fixture.directory, 'stick')
  expect((await fixture.cli('spool', 'export', stick)).out).toContain('2 runs copied')
  const runs = join(fixture.directory, 'spool', 'runs')
  const [first = ''] = await readdir(runs)
  await writeFile(join(runs, first), (await readFile(join(runs, first))).subarray(0, -20))
  const verified = await fixture.cli('spool', 'verify')
  expect([verified.code, verified.log]).toEqual([
    EXIT.refused,
    expect.stringMatching(new RegExp(`${first} is damaged`)),
  ])
  fixture.variables.ASSAY_SPOOL_DIR = stick
  expect((await fixture.cli('spool', 'flush', '--any-server')).code).toBe(EXIT.ok)
  expect(fixture.server.runs.size).toBe(2)
})

test.each([
  ['push', 'x'],
  ['parse', 'x'],
  ['spool', 'flush'],
  ['compare', 'q'],
])('%s %s refuses a token as an argument', async (...argv) => {
  for (const form of [['--token', TOKEN], [`--token=${TOKEN}`]]) {
    const { code, log } = await fixture.cli(...argv, ...form)
    expect([code, log]).toEqual([EXIT.usage, expect.stringContaining('cannot be an argument')])
    expect(log).not.toContain(TOKEN)
  }
})

test.each<[string[], RegExp]>([
  [['push', '/nowhere'], /Name the project/],
  [['push', '/nowhere', '--project', 'lab'], /\/nowhere cannot be read: it does not exist/],
  [['push', '.', '--project', 'Not A Slug'], /not a project name/],
  [['push', '.', '--project', 'lab', '--concurrency', '0'], /whole number from 1 to 64/],
  [['parse', '.', '--param', 'novalue'], /key=value/],
  [['parse', '.', '--profile', 'unheard-of'], /profiles that ship are: archive, plain/],
  [['compare', 'q', '--project', 'lab', '--format', 'xml'], /text, csv, json, markdown, html/],
  [['profile', 'show', 'unheard-of'], /Choose one of: archive, plain/],
  [['spec', 'import', '/nowhere.md', '--project', 'lab'], /\/nowhere.md cannot be read: it does not exist/],
  [['spec', 'import', 'x.md', '--project', 'lab', '--note', 'x'], /--note applies to a revision/],
  [['spec', 'import', 'x.md', '--project', 'lab', '--spec', 'FS-1', '--title', 'x'], /--title applies to a new spec/],
  [['spec', 'export', 'FS-1', '--project', 'lab', '--format', 'docx'], /markdown, html, pdf, json/],
  [['unheard-of'], /unknown command/],
  [[], /Usage: assay/],
])('wrong use %j exits 2 with a sentence', async (argv, message) => {
  const { code, log } = await fixture.cli(...argv)
  expect([code, log]).toEqual([EXIT.usage, expect.stringMatching(message)])
  expect(log).not.toMatch(/\n\s+at /)
})

test('help and docs/cli.md list the same exit codes', async () => {
  const { code, out } = await fixture.cli('--help')
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
  const path = await fixture.write('many.json', [sampleRun(1000), other])
  const refused = await fixture.cli('push', path, '--project', 'lab')
  expect(refused.code).toBe(EXIT.refused)
  expect(refused.log).toMatch(/qps of point-query_range=100 at 1001 clients is 1200 in .*, but 1000 in/)
  expect(fixture.server.runs.size).toBe(0)
})

test('a push with one conflicting run sends nothing, names both options, and succeeds with either', async () => {
  fixture.server.conflicts.add(sampleRun(2).runId)
  const path = await fixture.write('many.json', [sampleRun(1), sampleRun(2)])
  const refused = await fixture.cli('push', path, '--project', 'lab')
  expect(refused.code).toBe(EXIT.refused)
  expect(refused.log).toContain('1 run refused; nothing of this push was sent')
  expect(refused.log).toContain('qps is 2, but 1 is stored.')
  expect(refused.log).toMatch(/--on-conflict repeat .* --on-conflict replace/)
  expect(fixture.server.runs.size).toBe(0)
  expect((await fixture.cli('spool', 'list')).out).toContain('0 waiting, 0 refused')
  expect((await fixture.cli('push', path, '--project', 'lab', '--on-conflict', 'repeat')).code).toBe(EXIT.ok)
  expect(fixture.server.runs.size).toBe(2)
})

test('a conflicting run that was pushed without a server stays in the spool until --on-conflict is passed', async () => {
  fixture.server.conflicts.add(sampleRun(1).runId)
  const path = await fixture.write('one.json', sampleRun(1))
  const url = fixture.variables.ASSAY_URL ?? ''
  fixture.variables.ASSAY_URL = await closedUrl()
  expect((await fixture.cli('push', path, '--project', 'lab', '--patience', '0')).code).toBe(EXIT.pending)
  fixture.variables.ASSAY_URL = url
  expect((await fixture.cli('spool', 'flush', '--any-server')).code).toBe(EXIT.refused)
  expect((await fixture.cli('spool', 'list')).out).toContain('0 waiting, 1 refused')
  expect((await fixture.cli('spool', 'flush', '--any-server')).log).toContain('Nothing waits')
  const decided = await fixture.cli('spool', 'flush', '--any-server', '--on-conflict', 'replace')
  expect([decided.code, fixture.server.runs.size]).toEqual([EXIT.ok, 1])
  expect((await fixture.cli('spool', 'list')).out).toContain('0 waiting, 0 refused')
})
