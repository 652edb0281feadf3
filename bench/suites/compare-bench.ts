import { createHash } from 'node:crypto'
import { runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { Client } from 'pg'
import { connectToDatabase } from '../lib/database.ts'
import { generatedRun, VALUES_PER_RUN } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { timeCalls } from '../lib/timing.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const REPEATS = 100

let stored = 0

/** The compare page of 2 and of 15 versions with `values` stored values, vs its SQL and an empty page. */
export async function benchCompare(product: Product, values: number): Promise<Line[]> {
  const runs = Math.ceil(values / VALUES_PER_RUN)
  if (runs > stored) {
    await uploadRuns(product, { from: stored, count: runs - stored, clients: 4 })
    stored = runs
  }
  const client = await connectToDatabase(product)
  await client.query('analyze')
  const empty = await timeCalls(REPEATS, () => page(`${product.url}/no-such-page`))
  const lines: Line[] = []
  for (const versions of [2, 15]) {
    const shown = Array.from({ length: versions }, (_, i) => generatedRun(i))
    const query = new URLSearchParams({
      columns: 'version',
      version: shown.map(({ version }) => version).join(','),
      config: 'x0_c32r128',
      hardware: 'machine-0',
      repeat: '1',
    })
    const ids = shown.map((_, i) => runIdFromSha256(createHash('sha256').update(`bench ${i}`).digest('hex')))
    const sql = await timeCalls(REPEATS, () => bareSql(client, ids))
    const found = await timeCalls(REPEATS, () => page(`${product.url}/p/demo/compare?${query}`))
    const size = `${(values / 1_000_000).toLocaleString('en')} M values stored`
    lines.push(
      {
        what: `compare page, ${versions} versions, ${size}`,
        value: found.median,
        unit: 'ms',
        base: sql.median + empty.median,
        baseName: `SQL ${sql.median.toFixed(2)} + empty page ${empty.median.toFixed(1)}`,
        goal: 'at most 1.5',
      },
      { what: `the same, p95`, value: found.p95, unit: 'ms', base: found.median, baseName: 'median' },
    )
  }
  await client.end()
  return lines
}

/** Reads only the values of some runs by their ids, the minimum for any implementation. */
async function bareSql(client: Client, runIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'bare',
    text: 'select run_id, test_id, clients, values[1] from result where run_id = any($1::uuid[]) and project_id = (select id from project where slug = $2)',
    values: [runIds, 'demo'],
  })
}

async function page(url: string): Promise<void> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
}
