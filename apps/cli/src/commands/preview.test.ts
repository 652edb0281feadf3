import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PREVIEW_EXIT, PREVIEW_EXIT_CODES } from '../exit-code.ts'
import { runCli } from '../testing/run-cli.ts'
import { sampleRun } from '../testing/sample-run.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assaypreview-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(directory, path)), { recursive: true })
  await writeFile(join(directory, path), text)
}

async function preview(...flags: string[]) {
  const { code, out, log } = await runCli(['preview', directory, '--json', ...flags], {})
  return { code, log, ...PreviewDocument.parse(JSON.parse(out)) }
}

test('a run without a machine is shown, asked about, and certain once the machine is stated', async () => {
  await write('pg-18.1/oltp_insert.log', sysbenchText({ qps: 100 }))
  const openPreview = await preview()
  expect(openPreview.code).toBe(PREVIEW_EXIT.questions)
  expect(openPreview.questions).toMatchObject([{ dimension: 'hardware', affects: [0] }])
  const [run] = openPreview.runs
  expect(run?.dimensions.version).toMatchObject({ value: '18.1', source: 'folder', from: join(directory, 'pg-18.1') })
  expect(run?.dimensions.hardware).toEqual({ value: null, source: 'default', confidence: 0, from: '' })
  expect(run?.files).toEqual([join(directory, 'pg-18.1/oltp_insert.log')])

  const stated = await preview('--set', 'hardware=lab3')
  expect([stated.code, stated.questions, stated.problems]).toEqual([PREVIEW_EXIT.certain, [], []])
  expect(stated.runs[0]?.dimensions.hardware).toMatchObject({ value: 'lab3', source: 'flag', confidence: 1 })
})

test('content that cannot be read is listed with its file, and the other runs are shown', async () => {
  await write('pg-18.1/oltp_insert.log', sysbenchText({ qps: 100 }))
  await write('broken.json', '{"schemaVersion": 1')
  const { code, runs, problems } = await preview('--set', 'hardware=lab3')
  expect([code, runs.length]).toEqual([PREVIEW_EXIT.problems, 1])
  expect(problems.map(({ file }) => file)).toEqual([join(directory, 'broken.json')])
})

test('a folder without results states what was found and the next step', async () => {
  await write('notes.txt', 'nothing measured here')
  const { code, runs, problems } = await preview()
  expect([code, runs]).toEqual([PREVIEW_EXIT.nothing, []])
  expect(problems.map(({ file }) => file)).toContain(join(directory, 'notes.txt'))
  expect(problems.at(-1)?.message).toMatch(/^0 runs were read from 1 file\. Check .*docs\/csv\.md/)
})

test('an upload document is shown with all dimensions from its file', async () => {
  const document = sampleRun(1)
  await write('run.json', JSON.stringify(document))
  const { code, runs } = await preview()
  expect(code).toBe(PREVIEW_EXIT.certain)
  expect(runs[0]?.dimensions.version).toMatchObject({ value: document.version, source: 'output', confidence: 1 })
})

test('without --json the runs are a table, and questions name the flag that answers them', async () => {
  await write('pg-18.1/oltp_insert.log', sysbenchText({ qps: 100 }))
  const { code, out, log } = await runCli(['preview', directory], {})
  expect(code).toBe(PREVIEW_EXIT.questions)
  expect(out).toMatch(/PostgreSQL \(folder\) +18\.1 \(folder\) +\?/)
  expect(log).toContain('Answer with --set hardware=NAME')
})

test('docs/cli.md and the help list the exit codes of preview', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8')
  const { out } = await runCli(['preview', '--help'], {})
  for (const { code, meaning } of PREVIEW_EXIT_CODES) {
    expect(docs).toContain(`| ${code} | ${meaning} |`)
    expect(out).toContain(`${code}  ${meaning}`)
  }
})
