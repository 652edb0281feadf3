import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { iostatText, vmstatText } from '@assay/testing/import/companion-output'
import { sysbenchOutput } from '@assay/testing/import/sysbench-output-text'
import { type Pack, pack } from 'tar-stream'
import { formatSamples } from '../lib/format-samples.ts'
import type { Line } from '../lib/print-table.ts'

const run = promisify(execFile)
const atRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The heap of the CLI, which an archive of 1 GB must not exceed. */
const HEAP_MB = 640

/** Measures speed and memory of each format, and the memory of the CLI for an archive of about 1 GB. */
export async function benchImport(gigabytes: number): Promise<Line[]> {
  return [...(await benchFormats()), ...(await benchArchive(gigabytes))]
}

async function benchFormats(): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name } of formatSamples()) {
    const { stdout } = await run(process.execPath, [atRoot('bench/lib/import-format.ts'), name])
    const { speed, base, peakMb } = JSON.parse(stdout)
    lines.push(
      { what: `import of ${name}`, value: speed, unit: 'MB/s', base, baseName: 'splitting into lines' },
      { what: '  memory for 8 MB', value: peakMb, unit: 'MB' },
    )
  }
  return lines
}

async function benchArchive(gigabytes: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-import-'))
  try {
    const sizes: Line[] = []
    const small = await previewArchive(folder, 0)
    for (const size of [gigabytes / 10, gigabytes]) {
      const { megabytes, files, seconds, peakMb } = await previewArchive(folder, size * 1_000)
      const what = `archive of ${Math.round(megabytes)} MB in ${files} files`
      sizes.push(
        { what: `${what}: preview by the CLI`, value: megabytes / seconds, unit: 'MB/s' },
        {
          what: `${what}: memory above that of one result`,
          value: peakMb - small.peakMb,
          unit: 'MB',
          base: megabytes,
          baseName: 'the files',
        },
      )
    }
    return sizes
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function previewArchive(folder: string, megabytes: number) {
  const archive = join(folder, 'results.tar.gz')
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(archive))
  const made = await addResults(tar, megabytes * 1e6)
  tar.finalize()
  await written
  const peak = join(folder, `peak-${megabytes}`)
  const began = performance.now()
  const hook = atRoot('bench/lib/record-peak-memory.mjs')
  const child = spawn(process.execPath, ['--import', hook, atRoot('bin/assay.mjs'), 'preview', archive, '--json'], {
    stdio: 'ignore',
    env: { ...process.env, ASSAY_BENCH_PEAK: peak, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`assay preview of the archive ended with ${code}`)
  const peaks = (await readFile(peak, 'utf8')).trim().split('\n').map(Number)
  return {
    ...made,
    seconds: (performance.now() - began) / 1_000,
    peakMb: Math.max(...peaks) / 1024,
  }
}

const TESTS = ['oltp_insert', 'oltp_read_only', 'oltp_write_only', 'oltp_point_select', 'oltp_delete']
const CLIENTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const SECONDS = 600

/** Adds results with their samplers until they have the number of bytes: output, vmstat and iostat of each test. */
async function addResults(tar: Pack, bytes: number): Promise<{ megabytes: number; files: number }> {
  const vmstat = vmstatText(Array.from({ length: SECONDS }, (_, at) => ({ us: 20, sy: 10, cs: 40_000 + at })))
  const iostat = iostatText(Array.from({ length: SECONDS }, (_, at) => ({ reads: 100 + at, readKb: 800 + at })))
  let [written, files] = [0, 0]
  const add = async (name: string, text: string) => {
    files++
    written += text.length
    const entry = tar.entry({ name, size: Buffer.byteLength(text) })
    entry.end(text)
    await once(entry, 'finish')
  }
  for (let at = 0; at === 0 || written < bytes; at++) {
    const [test = '', clients = 1] = [TESTS[at % TESTS.length], CLIENTS[Math.floor(at / TESTS.length) % CLIENTS.length]]
    const version = `pg-18.${Math.floor(at / (TESTS.length * CLIENTS.length))}`
    const stem = `results/c7i.large/${version}/${test}_c${clients}`
    const output = sysbenchOutput({ threads: clients, qps: 1_000 + at }).replace(
      'Threads started!\n\n',
      `Threads started!\n\n${intervals(clients, 1_000 + at)}`,
    )
    await add(`${stem}.log`, output)
    await add(`${stem}.vmstat`, vmstat)
    await add(`${stem}.iostat`, iostat)
  }
  return { megabytes: written / 1e6, files }
}

const intervals = (threads: number, qps: number): string =>
  Array.from(
    { length: SECONDS },
    (_, at) =>
      `[ ${at + 1}s ] thds: ${threads} tps: ${qps}.00 qps: ${qps}.00 (r/w/o: ${qps}.00/0.00/0.00) lat (ms,95%): 0.62 err/s: 0.00 reconn/s: 0.00\n`,
  ).join('')
