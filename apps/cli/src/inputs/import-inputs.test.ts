import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { demoProfile } from '@assay/testing/import/demo-profile'
import { exampleDocument } from '@assay/testing/server/example-document'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importInputs } from './import-inputs.ts'

const ARCHIVE = archivePath('fixtures')
const options = { profile: demoProfile, overrides: {} }

let directory: string
let before: string

beforeEach(async () => {
  before = process.cwd()
  directory = await mkdtemp(join(tmpdir(), 'assay-inputs-'))
})

afterEach(async () => {
  process.chdir(before)
  await rm(directory, { recursive: true })
})

/** The published table of two servers, as the grammar writes it. */
const TABLE = `col-1 : x.pg176_o2nofp.x10a_c32r128.pk1
col-2 : x.pg180_o2nofp.x10b_c32r128.pk1

col-1\tcol-2
1000\t1010\thot-points_range=100
2000\t2020\tpoint-query_range=100
`

async function writeSet(): Promise<string> {
  const set = join(directory, 'oct25.sb.pg.hetz', 'dop40')
  await mkdir(set, { recursive: true })
  await writeFile(join(set, 'qps.abs.pg.tsv'), TABLE)
  return join(directory, 'oct25.sb.pg.hetz')
}

const facts = ({ runs }: Awaited<ReturnType<typeof importInputs>>) =>
  runs.map(({ document }) => [document.version, document.hardware.name, document.results[0]?.clients, document.runId])

test('a set gives the same runs from any working directory, packed or not', async () => {
  const set = await writeSet()
  const expected = facts(await importInputs([set], options))
  expect(expected.map(([version, hardware, clients]) => [version, hardware, clients])).toEqual([
    ['17.6', 'hetz', 40],
    ['18.0', 'hetz', 40],
  ])
  process.chdir(join(set, 'dop40'))
  expect(facts(await importInputs(['.'], options))).toEqual(expected)
  expect(facts(await importInputs(['qps.abs.pg.tsv'], options))).toEqual(expected)
  execFileSync('tar', ['-czf', join(directory, 'set.tar.gz'), 'oct25.sb.pg.hetz'], { cwd: directory })
  expect(facts(await importInputs([join(directory, 'set.tar.gz')], options))).toEqual(expected)
  await writeFile('qps.abs.pg.tsv.gz', gzipSync(TABLE))
  expect(facts(await importInputs(['qps.abs.pg.tsv.gz'], options))).toEqual(expected)
})

test('a file given twice, and equal values in two files, are one run each', async () => {
  const set = await writeSet()
  cpSync(join(set, 'dop40', 'qps.abs.pg.tsv'), join(set, 'dop40', 'qps.abs.pg.csv.tsv'))
  expect((await importInputs([set, set, join(set, 'dop40')], options)).runs).toHaveLength(2)
})

test('documents contain no folder above the given path and no home directory', async () => {
  const { runs } = await importInputs([await writeSet()], options)
  for (const { document } of runs) {
    expect(document.source?.name).toMatch(/^oct25\.sb\.pg\.hetz/)
    expect(JSON.stringify(document)).not.toContain('assay-inputs-')
  }
})

test('unreadable files are reported by the path of the user, and the rest is used', async () => {
  const set = await writeSet()
  await writeFile(join(set, 'dop40', 'sb.o.scan.range100.pk1.dop40.gz'), gzipSync('x'.repeat(9_000)).subarray(0, 30))
  await writeFile(
    join(set, 'dop40', 'qps.abs.bad.tsv'),
    'col-1 : x.pg180_o2nofp.x10b_c32r128.pk1\n\ncol-1\nmany\thot-points_range=100\n',
  )
  process.chdir(directory)
  const { runs, problems } = await importInputs(['oct25.sb.pg.hetz'], options)
  expect(runs).toHaveLength(2)
  expect(problems).toContainEqual({
    file: 'oct25.sb.pg.hetz/dop40/sb.o.scan.range100.pk1.dop40.gz',
    message: 'is truncated gzip or .zst data; pack or copy it again',
  })
  expect(problems).toContainEqual(expect.objectContaining({ file: 'oct25.sb.pg.hetz/dop40/qps.abs.bad.tsv', line: 4 }))
})

test('flags state facts that names lack', async () => {
  await writeFile(join(directory, 'out.tsv'), TABLE)
  const overrides = { hardware: 'mine', clients: 8, workload: 'small', params: { cache_gb: 4 } }
  const { runs } = await importInputs([join(directory, 'out.tsv')], { ...options, overrides })
  expect(runs[0]?.document).toMatchObject({
    hardware: { name: 'mine' },
    workload: { name: 'small' },
    results: [{ clients: 8, params: { cache_gb: 4 } }, {}],
  })
})

const archive = join(ARCHIVE, 'sysbench-raw/nov25.sb.mysql')
archiveTest('the archive: nine servers of raw sysbench output, each with its raw files', async () => {
  const { runs, fileCount } = await importInputs([archive], options)
  expect(fileCount).toBe(725)
  expect(runs.map(({ document }) => document.version)).toEqual([
    '5.6.51',
    '5.7.44',
    '8.0.43',
    '8.0.44',
    '8.4.6',
    '8.4.6',
    '8.4.7',
    '9.4.0',
    '9.5.0',
  ])
  for (const { inputs, document } of runs) {
    expect(inputs.length).toBeGreaterThan(40)
    expect(document.results.length).toBeGreaterThan(37)
  }
})

test('a file with an upload document on each line gives all of them, and names the line of an invalid one', async () => {
  const lines = ['17.6', '18.0', ''].map((version) => JSON.stringify(exampleDocument({ version })))
  await writeFile(join(directory, 'runs.ndjson'), `${lines.join('\n')}\n`)
  const { runs, problems } = await importInputs([join(directory, 'runs.ndjson')], options)
  expect(runs.map(({ document }) => document.version)).toEqual(['17.6', '18.0'])
  expect(problems).toMatchObject([{ line: 3, message: expect.stringContaining('/version') }])
})
