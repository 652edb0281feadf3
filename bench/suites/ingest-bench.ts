import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sampleCpu } from '../lib/cpu-by-process.ts'
import { connectToDatabase } from '../lib/database.ts'
import { generatedRun, TESTS_PER_RUN, VALUES_PER_RUN } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

/** First run number, far from the runs of other suites, so that none is stored already. */
const FIRST = 1_000_000
/** Runs per measured batch; the time to create their bodies is not measured. */
const BATCH = 100
const COPIED_RUNS = 500

/**
 * Measures values per second through REST with 1 and 4 clients, long enough that new results are judged meanwhile. The
 * bases are COPY of such values in one stream, and COPY with a commit for each run, which is as durable as an upload.
 */
export async function benchIngest(product: Product, seconds: number): Promise<Line[]> {
  const client = await connectToDatabase(product)
  await uploadRuns(product, { from: FIRST - 50, count: 50, clients: 4 }) // This warms both sides.
  const lines: Line[] = []
  let from = FIRST
  for (const clients of [1, 4]) {
    const cpu = sampleCpu(product, new Map([[process.pid, 'client']]))
    const { runs, took } = await uploadFor(product, { from, clients, seconds })
    printCpu(`${clients} client${clients > 1 ? 's' : ''}`, cpu.stop(), runs)
    const copyCpu = sampleCpu(product, new Map())
    const stream = await copyValues(client, { from, commits: false })
    const perRun = await copyValues(client, { from, commits: true })
    printCpu('both kinds of COPY, with judging of what was stored before', copyCpu.stop(), 2 * COPIED_RUNS)
    from += runs
    const what = `ingest by REST for ${seconds} s with judging, ${clients} client${clients > 1 ? 's' : ''}`
    const value = (runs * VALUES_PER_RUN) / took
    lines.push(
      { what, value, unit: 'values/s', base: stream, baseName: 'COPY' },
      { what, value, unit: 'values/s', base: perRun, baseName: 'COPY, a commit for each run', goal: 'at least 0.5' },
      { what: 'version pairs judged by then', value: await judgedPairs(client), unit: '' },
    )
  }
  await client.end()
  return lines
}

/** The client creates the bodies of the runs, too, outside of the measured time. */
function printCpu(what: string, used: ReadonlyMap<string, number>, runs: number): void {
  const shares = [...used].sort(([, a], [, b]) => b - a).map(([name, ms]) => `${name} ${(ms / runs).toFixed(2)}`)
  console.log(`ms of CPU for a run of ${VALUES_PER_RUN} values, ${what}: ${shares.join(', ')}`)
}

async function uploadFor(
  product: Product,
  { from, clients, seconds }: { from: number; clients: number; seconds: number },
): Promise<{ runs: number; took: number }> {
  let [runs, took] = [0, 0]
  while (took < seconds) {
    took += await uploadRuns(product, { from: from + runs, count: BATCH, clients })
    runs += BATCH
  }
  return { runs, took }
}

/**
 * Measures the values per second that COPY stores, a row per value under its primary key, in one stream or with a
 * commit for each run.
 */
async function copyValues(client: Client, { from, commits }: { from: number; commits: boolean }): Promise<number> {
  await client.query('drop table if exists bench_copy')
  await client.query(
    'create table bench_copy (run int, test int, metric int, value float8, primary key (run, test, metric))',
  )
  const texts = Array.from({ length: COPIED_RUNS }, (_, i) => rowsOf(from + i))
  const streams = commits ? texts.map((text) => [text]) : [texts]
  const began = performance.now()
  for (const stream of streams) {
    await pipeline(Readable.from(stream), client.query(copyFrom('copy bench_copy from stdin')))
  }
  const seconds = (performance.now() - began) / 1000
  await client.query('drop table bench_copy')
  return (COPIED_RUNS * VALUES_PER_RUN) / seconds
}

async function judgedPairs(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from finding_version_pair')
  return Number(rows[0]?.count ?? 0)
}

function rowsOf(index: number): string {
  const { results } = generatedRun(index)
  let text = ''
  for (let test = 0; test < TESTS_PER_RUN; test++) {
    for (const [metric, value] of (results[test]?.values ?? []).entries())
      text += `${index}\t${test}\t${metric}\t${value}\n`
  }
  return text
}
