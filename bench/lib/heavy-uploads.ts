import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MAX_CHUNK_BYTES } from '@assay/api/uploads/upload-chunks'
import { LIMITS } from '@assay/domain/run/upload-document'
import { writeParquet } from '@assay/testing/import/write-parquet'
import { generatedRun } from './generated-runs.ts'
import type { HealthClient, HeavyWork, Scale } from './health-work.ts'
import { uploadRuns } from './upload-runs.ts'

const UPLOADS_AT_ONCE = 8
const ROWS = 1_500_000
/** Each version is a run, which has at most 20,000 results. */
const ROWS_PER_RUN = 15_000
const GZIPPED = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
const ARCHIVE = { 'content-type': 'application/gzip' }
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const BINARY = { 'content-type': 'application/octet-stream' }

/** Uploads, previews and gates of the largest size. */
export function heavyUploads({ product, send }: HealthClient, scale: Scale): HeavyWork[] {
  const archive = csvArchive(Math.ceil(ROWS * scale))
  const table = parquetTable(Math.ceil(ROWS_PER_RUN * scale))
  const large = largeDocument(Math.ceil(LIMITS.results * scale))
  const document = gzipSync(JSON.stringify(large))
  // The base is the document that the work before stored; the candidate is the same document as another version.
  const gate = gzipSync(
    JSON.stringify({ base: [large.version], documents: [{ ...large, version: `${large.version}.1` }] }),
  )
  return [
    {
      name: 'a preview of raw output',
      covers: ['preview-files'],
      run: async () => (await send('POST', '/api/v1/previews?hardware=box1', archive, ARCHIVE)).status,
    },
    {
      name: 'a preview of that output in chunks',
      covers: [],
      async run() {
        const chunks: string[] = []
        for (let at = 0; at < archive.length; at += MAX_CHUNK_BYTES) {
          const chunk = archive.subarray(at, at + MAX_CHUNK_BYTES)
          const sha256 = createHash('sha256').update(chunk).digest('hex')
          chunks.push(sha256)
          await send('PUT', `/api/v1/upload-chunks/${sha256}`, chunk, BINARY)
        }
        const form = `--x\r\nContent-Disposition: form-data; name="chunks"\r\n\r\n${chunks.join(',')}\r\n--x--\r\n`
        return (await send('POST', '/api/v1/previews?hardware=box1&name=all.tar.gz', form, FORM)).status
      },
    },
    {
      name: 'a preview of a Parquet file',
      covers: ['read-parquet'],
      run: async () =>
        (await send('POST', '/api/v1/previews?hardware=box1&name=results.parquet', table, BINARY)).status,
    },
    {
      name: 'a raw upload',
      covers: ['import-files', 'redact-file'],
      run: async () => (await send('POST', '/api/v1/uploads?hardware=box1', archive, ARCHIVE)).status,
    },
    {
      name: 'an upload document',
      covers: [],
      run: async () =>
        (await send('PUT', `/api/v1/runs/${crypto.randomUUID()}?onConflict=repeat`, document, GZIPPED)).status,
    },
    {
      name: 'a gate with that document',
      covers: ['postGate', 'gates.run', 'match-gate', 'judge-gate'],
      run: async () => (await send('POST', '/api/v1/gates?project=demo', gate, GZIPPED)).status,
    },
    {
      name: 'uploads that are judged',
      covers: ['find-changes'],
      async run() {
        await uploadRuns(product, { from: 100_000, count: Math.ceil(4_000 * scale), clients: UPLOADS_AT_ONCE })
        return 201
      },
    },
  ]
}

/** Creates a Parquet file of `rows` results. */
function parquetTable(rows: number): Buffer {
  const column = <T>(cellOf: (row: number) => T) => Array.from({ length: rows }, (_, row) => cellOf(row))
  return writeParquet([
    { name: 'product', data: column(() => 'Heavy'), type: 'STRING' },
    { name: 'version', data: column(() => '1.0'), type: 'STRING' },
    { name: 'test', data: column((row) => `test-${row % 1_000}`), type: 'STRING' },
    { name: 'clients', data: column((row) => 1 + Math.floor(row / 1_000)), type: 'INT32' },
    { name: 'qps', data: column((row) => 1_000 + ((row * 7919) % 997) / 10), type: 'DOUBLE' },
  ])
}

/** Creates a .tar.gz of a CSV of `rows` lines, with files of one version each, and its mapping. */
function csvArchive(rows: number): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'assay-health-'))
  const files = Math.ceil(rows / ROWS_PER_RUN)
  try {
    const mapping = [
      'schemaVersion: 1',
      'columns: { version: version, test: test, clients: clients, qps: { metric: qps } }',
      'set: { benchmark: mine, product: Heavy, hardware: box1 }',
    ]
    writeFileSync(join(directory, 'mapping.yaml'), `${mapping.join('\n')}\n`)
    for (let file = 0; file < files; file++) {
      const lines = Array.from(
        { length: Math.ceil(rows / files) },
        (_, row) =>
          `1.${file},test-${row % 1_000},${1 + Math.floor(row / 1_000)},${(1_000 + ((row * 7919) % 997) / 10).toFixed(1)}`,
      )
      writeFileSync(join(directory, `results-${file}.csv`), `version,test,clients,qps\n${lines.join('\n')}\n`)
    }
    execFileSync(
      'tar',
      ['-czf', 'all.tar.gz', ...['mapping.yaml', ...Array.from({ length: files }, (_, at) => `results-${at}.csv`)]],
      { cwd: directory },
    )
    return readFileSync(join(directory, 'all.tar.gz'))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A run of `results` results. */
function largeDocument(results: number) {
  const run = generatedRun(0)
  const [first] = run.tests ?? []
  const tests = Array.from({ length: 1_000 }, (_, order) => ({
    ...first,
    name: `test-${order}`,
    order,
    primaryMetric: 'qps',
  }))
  return {
    ...run,
    product: 'Large',
    tests,
    metricNames: ['qps'],
    results: Array.from({ length: results }, (_, at) => ({
      test: `test-${at % 1_000}`,
      clients: 1 + Math.floor(at / 1_000),
      values: [1_000 + ((at * 7919) % 997) / 10],
    })),
  }
}
