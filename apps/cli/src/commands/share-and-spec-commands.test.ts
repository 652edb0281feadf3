import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXIT } from '../exit-code.ts'
import { type CliFixture, startCliFixture } from '../testing/cli-fixture.ts'

let fixture: CliFixture

beforeEach(async () => {
  fixture = await startCliFixture()
})
afterEach(() => fixture.stop())

test('compare prints the table of the server; a pasted link names project and query', async () => {
  const { code, out } = await fixture.cli(
    'compare',
    `${fixture.server.url}/p/lab/compare?rows=test&base=first-column&format=html`,
    '--format',
    'csv',
  )
  expect([code, out]).toEqual([EXIT.ok, 'the table\n'])
  expect(fixture.server.requests[0]?.path).toBe('/api/v1/projects/lab/compare?rows=test&base=first-column&format=csv')
  await fixture.cli('compare', '?rows=test', '--project', 'other')
  expect(fixture.server.requests[1]?.path).toBe('/api/v1/projects/other/compare?rows=test&format=text')
})

test('share freezes the comparison of a link, and prints only the address', async () => {
  const link = `${fixture.server.url}/p/lab/compare?rows=test&version=17.6%2C18.0`
  const { code, out } = await fixture.cli('share', link, '--title', '18.0 against 17.6', '--mask')
  expect([code, out]).toEqual([EXIT.ok, `${fixture.server.url}/s/x\n`])
  expect(fixture.server.requests[0]?.path).toBe('/api/v1/projects/lab/shares')
  await fixture.cli('share', 'rows=test', '--project', 'lab', '--title', 'x', '--publish', 'a-post')
  const what = (query: string) => ({ kind: 'comparison', query })
  expect(fixture.server.shares).toEqual([
    { title: '18.0 against 17.6', what: what('rows=test&version=17.6%2C18.0'), masks: {} },
    { title: 'x', what: what('rows=test'), days: null, publishAs: 'a-post' },
  ])
  expect((await fixture.cli('share', 'rows=test', '--project', 'lab')).code).toBe(EXIT.usage)
})

test('spec list is a table, or JSON', async () => {
  const { code, out } = await fixture.cli('spec', 'list', '--project', 'lab')
  expect([code, out]).toEqual([
    EXIT.ok,
    'spec  state      revision  open  meeting     title\nFS-1  in-review         3  2/12  2026-12-06  Rounding\n',
  ])
  const json = await fixture.cli('spec', 'list', '--project', 'lab', '--format', 'json')
  expect(JSON.parse(json.out)).toMatchObject([{ name: 'FS-1', open: 2 }])
})

test('spec export writes to the output file in the format of its ending', async () => {
  const { code, out } = await fixture.cli('spec', 'export', 'FS-1', '--project', 'lab', '--revision', '2')
  expect([code, out]).toEqual([EXIT.ok, 'markdown of 2\n'])
  const path = join(fixture.directory, 'FS-1.pdf')
  const written = await fixture.cli('spec', 'export', 'FS-1', '--project', 'lab', '-o', path)
  expect([written.code, written.out, await readFile(path, 'utf8')]).toEqual([EXIT.ok, '', 'pdf of today\n'])
  const html = await fixture.cli('spec', 'export', 'FS-1', '--project', 'lab', '-o', path, '--format', 'html')
  expect([html.log, await readFile(path, 'utf8')]).toEqual([`FS-1 is in ${path}.\n`, 'html of today\n'])
  expect((await fixture.cli('spec', 'export', 'FS-1', '--project', 'lab', '--format', 'pdf')).code).toBe(EXIT.usage)
  const missing = await fixture.cli('spec', 'export', 'FS-9', '--project', 'lab')
  expect([missing.code, missing.log]).toEqual([
    EXIT.refused,
    'There is no such spec in this project. Choose one from the list of specs.\n',
  ])
})

test('spec import creates a spec or a revision, and reports a conflicting text as a copy', async () => {
  const path = join(fixture.directory, 'spec.md')
  await writeFile(path, '# Rounding')
  const made = await fixture.cli('spec', 'import', path, '--project', 'lab', '--title', 'Rounding')
  expect([made.code, made.out]).toEqual([EXIT.ok, `${fixture.server.url}/p/lab/specs/FS-2\n`])
  expect(made.log).toBe('FS-2, with its revisions, comments and responses.\n')
  const revised = await fixture.cli('spec', 'import', path, '--project', 'lab', '--spec', 'FS-1', '--note', 'once')
  expect([revised.code, revised.log]).toEqual([EXIT.ok, 'FS-1 is at revision 4.\n'])
  const second = await fixture.cli('spec', 'import', path, '--project', 'lab', '--spec', 'FS-1', '--base', '2')
  expect([second.code, second.log]).toEqual([EXIT.refused, expect.stringContaining('saved as a copy')])
  expect(fixture.server.imported).toEqual([
    { path: '/import', body: { file: '# Rounding', title: 'Rounding' } },
    { path: '/FS-1/import', body: { file: '# Rounding', base: 3, note: 'once' } },
    { path: '/FS-1/import', body: { file: '# Rounding', base: 2 } },
  ])
})

test('compare refuses a link to another server and prints the error of the server for an invalid query', async () => {
  const foreign = await fixture.cli('compare', 'https://elsewhere.example/p/lab/compare?rows=test')
  expect([foreign.code, foreign.log]).toEqual([EXIT.usage, expect.stringContaining('set ASSAY_URL')])
  const detail = 'rows: unknown dimension "tst".'
  fixture.server.compareAnswer = {
    status: 422,
    type: 'application/problem+json',
    body: JSON.stringify({ code: 'query-invalid', detail }),
  }
  const { code, log, out } = await fixture.cli('compare', 'rows=tst', '--project', 'lab')
  expect([code, log, out]).toEqual([EXIT.refused, `${detail}\n`, ''])
})

test('spec export --git refuses what does not apply to it, and a folder that is not a spec is named', async () => {
  const both = await fixture.cli(
    'spec',
    'export',
    'FS-1',
    '--project',
    'lab',
    '--git',
    fixture.directory,
    '--format',
    'pdf',
  )
  expect(both.code).toBe(EXIT.usage)
  const none = await fixture.cli('spec', 'verify', fixture.directory)
  expect([none.code, none.log]).toEqual([EXIT.usage, expect.stringContaining('The folder has no spec.md.')])
})
