import type { Client } from 'pg'
import { cloneRuns } from '../lib/clone-runs.ts'
import { connectToDatabase } from '../lib/database.ts'
import { generatedRun, VALUES_PER_RUN } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import { memoryOfTree } from '../lib/process-memory.ts'
import type { Product } from '../lib/product.ts'
import { timeCalls } from '../lib/timing.ts'
import { uploadRun, uploadRuns } from '../lib/upload-runs.ts'
import { benchSize } from './size-bench.ts'

/** Uploaded runs; all others are copies of them within the database. */
const UPLOADED = 600
const PRODUCT = 'Postgres'
const SERIES_PRODUCT = 'Nightly'
const SERIES_POINTS = 10_000
const UNFILTERED_PAGES = 10
const CALLS = 30

/**
 * Measures compare, series and lists of a project at several sizes, each vs the necessary SQL, with the memory of the
 * product and the bytes on disk. Two versions must cost the same at every size; an unfiltered comparison must end in
 * bounded time and memory, also ten of them at once.
 */
export async function benchScale(product: Product, sizes: readonly number[]): Promise<Line[]> {
  const client = await connectToDatabase(product)
  const seconds = await uploadRuns(product, { from: 0, count: UPLOADED, clients: 4 })
  const lines: Line[] = [
    { what: 'scale: ingest by REST, 4 clients', value: (UPLOADED * VALUES_PER_RUN) / seconds, unit: 'values/s' },
  ]
  await storeSeries(product, client)
  let copies = 0
  for (const size of sizes) {
    const wanted = Math.max(0, Math.ceil(size / VALUES_PER_RUN / UPLOADED) - 1)
    if (wanted > copies) await cloneRuns(client, PRODUCT, wanted - copies)
    copies = Math.max(copies, wanted)
    await client.query('vacuum analyze result')
    lines.push(...(await measure(product, client, `${(size / 1e6).toLocaleString('en')} M values`)))
  }
  await client.end()
  return lines
}

/** Stores one test with 10,000 measurements, for the series over time. */
async function storeSeries(product: Product, client: Client): Promise<void> {
  const run = generatedRun(0)
  await uploadRun(product, { ...run, product: SERIES_PRODUCT, results: run.results.slice(0, 1) })
  await cloneRuns(client, SERIES_PRODUCT, SERIES_POINTS - 1)
}

async function measure(product: Product, client: Client, size: string): Promise<Line[]> {
  const api = `${product.url}/api/v1/projects/demo`
  const pages = `${product.url}/p/demo`
  const get = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${product.token}` } })
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
    await answer.arrayBuffer()
  }
  const timed = (url: string, calls = CALLS) => timeCalls(calls, () => get(url))
  const [a, b] = [generatedRun(0), generatedRun(1)]
  const two = new URLSearchParams({
    ...{ product: PRODUCT, columns: 'version', version: [a.version, b.version].join(','), repeat: '1' },
    ...{ config: a.config.name, hardware: a.hardware.name },
  })
  const series = new URLSearchParams({ product: SERIES_PRODUCT, order: 'time' })
  const unfiltered = `product=${PRODUCT}`
  const began = performance.now()
  await get(`${api}/compare?${two}`)
  const first = performance.now() - began
  const bare = await timeCalls(CALLS, () => readTwoRuns(client))
  const empty = await timed(`${product.url}/api/health/live`)
  const rest = await timed(`${api}/compare?${two}`)
  const page = await timed(`${pages}/compare?${two}`)
  const json = await timed(`${api}/series?${series}`, 10)
  const seriesPage = await timed(`${pages}/series?${series}`, 10)
  const all = await timed(`${api}/compare?${unfiltered}`, 3)
  const runs = await timed(`${pages}/runs`, 10)
  const before = await memoryOfTree(product.pid)
  const manyBegan = performance.now()
  await Promise.all(
    Array.from({ length: UNFILTERED_PAGES }, (_, i) =>
      get(`${pages}/compare?${unfiltered}&sort=${i % 2 ? 'name' : 'order'}`),
    ),
  )
  const many = performance.now() - manyBegan
  const sql = { base: bare.median, baseName: 'its SQL alone' }
  return [
    { what: `${size}: first comparison after they arrived`, value: first, unit: 'ms' },
    { what: `${size}: REST compare of two versions, median`, value: rest.median, unit: 'ms', ...sql, goal: 'under 10' },
    { what: `${size}: the same, p95`, value: rest.p95, unit: 'ms', base: rest.median, baseName: 'median' },
    {
      what: `${size}: its page, median`,
      value: page.median,
      unit: 'ms',
      base: empty.median,
      baseName: 'health',
      goal: 'under 20',
    },
    { what: `${size}: 10,000 points as JSON`, value: json.median, unit: 'ms', goal: 'under 60' },
    { what: `${size}: 10,000 points as a page`, value: seriesPage.median, unit: 'ms', goal: 'under 100' },
    {
      what: `${size}: unfiltered REST compare`,
      value: all.median,
      unit: 'ms',
      base: rest.median,
      baseName: 'two versions',
    },
    { what: `${size}: ${UNFILTERED_PAGES} unfiltered pages at once`, value: many, unit: 'ms' },
    { what: `${size}: list of runs`, value: runs.median, unit: 'ms' },
    { what: `${size}: memory before them (PSS without Postgres)`, value: before, unit: 'MB' },
    {
      what: `${size}: memory after them`,
      value: await memoryOfTree(product.pid),
      unit: 'MB',
      base: before,
      baseName: 'before',
    },
    ...(await benchSize(product)).map((line) => ({ ...line, what: `${size}: ${line.what}` })),
  ]
}

/** Reads the values of one metric of two runs by an index, the minimum for any comparison. */
async function readTwoRuns(client: Client): Promise<void> {
  await client.query({
    name: 'two-runs',
    text: `select run_id, test_id, clients, values[1] from result
      where project_id = (select id from project where slug = 'demo') and run_id in (
        select id from run where project_id = (select id from project where slug = 'demo') and repeat = 1 limit 2)`,
  })
}
