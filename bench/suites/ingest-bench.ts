import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectToDatabase } from '../lib/database.ts'
import { generatedRun, TESTS_PER_RUN, VALUES_PER_RUN } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

/** Far from the runs that other parts upload, so that none is stored already. */
const FIRST = 1_000_000

/** Values per second through REST with 1 and 4 clients, each beside COPY of the same values just after it. */
export async function benchIngest(product: Product, runs: number): Promise<Line[]> {
  const client = await connectToDatabase(product)
  await uploadRuns(product, { from: FIRST - 50, count: 50, clients: 4 }) // warms both sides
  const lines: Line[] = []
  for (const [round, clients] of [1, 4].entries()) {
    const from = FIRST + round * runs
    const seconds = await uploadRuns(product, { from, count: runs, clients })
    const copySeconds = await copyValues(client, { from, runs })
    lines.push({
      what: `ingest by REST, ${clients} client${clients > 1 ? 's' : ''}`,
      value: (runs * VALUES_PER_RUN) / seconds,
      unit: 'values/s',
      base: (runs * VALUES_PER_RUN) / copySeconds,
      baseName: 'COPY',
      goal: clients === 4 ? 'at least 0.5' : '',
    })
  }
  await client.end()
  return lines
}

/** Seconds that COPY takes for the same values, a row a value under its primary key, in one stream. */
async function copyValues(client: Client, { from, runs }: { from: number; runs: number }): Promise<number> {
  await client.query('drop table if exists bench_copy')
  await client.query(
    'create table bench_copy (run int, test int, metric int, value float8, primary key (run, test, metric))',
  )
  const texts = Array.from({ length: runs }, (_, i) => rowsOf(from + i))
  const began = performance.now()
  // The limit is one stream of all rows; a transaction a run would pay for a flush each time.
  await pipeline(Readable.from(texts), client.query(copyFrom('copy bench_copy from stdin')))
  const seconds = (performance.now() - began) / 1000
  await client.query('drop table bench_copy')
  return seconds
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
