import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { generatedRun } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const PAUSE_MS = 20
const MAX_HEALTH_MS = 250
const UPLOADS_AT_ONCE = 8

/** Factor for the sizes of requests; 1 is close to the maximum that the product accepts. */
type Scale = number

/**
 * Times of the health check, and of requests without work to the pages and to the uploads, while each kind of heavy work
 * runs at the largest size that the product accepts. A request without work waits for the event loop of its process and
 * for nothing else.
 */
export async function benchHealth(product: Product, scale: Scale): Promise<Line[]> {
  await uploadRuns(product, { from: 0, count: Math.ceil(8_000 * scale), clients: 4 })
  const lines: Line[] = []
  for (const [what, work] of Object.entries(heavyWork(product, scale))) {
    const probes = [
      probe(product, '/api/health/ready'),
      probe(product, '/api/v1/nothing'),
      probe(product, '/api/v1/uploads', 'POST'),
    ]
    const [status, seconds] = await timed(work)
    const [health, pages, uploads] = await Promise.all(probes.map((one) => one.stop()))
    const goal = `under ${MAX_HEALTH_MS} ms`
    lines.push({
      what: `health: longest during ${what} (${seconds.toFixed(1)} s, ${status})`,
      value: health ?? 0,
      unit: 'ms',
      goal,
    })
    lines.push({ what: '  longest wait of pages', value: pages ?? 0, unit: 'ms' })
    lines.push({ what: '  longest wait of uploads', value: uploads ?? 0, unit: 'ms' })
  }
  return lines
}

/** Each function returns the status of its response, because a refusal that names a limit is valid too. */
function heavyWork(product: Product, scale: Scale): Record<string, () => Promise<number>> {
  const authorization = `Bearer ${product.token}`
  const get = async (path: string) => {
    const answer = await fetch(`${product.url}${path}`, { headers: { authorization } })
    await answer.arrayBuffer()
    return answer.status
  }
  const send = async (method: string, path: string, body: Uint8Array, headers: Record<string, string>) => {
    const answer = await fetch(`${product.url}${path}`, { method, body, headers: { authorization, ...headers } })
    await answer.arrayBuffer()
    return answer.status
  }
  const gzipped = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const archive = csvArchive(Math.ceil(3_000_000 * scale))
  const large = largeDocument(Math.ceil(400_000 * scale))
  const document = gzipSync(JSON.stringify(large))
  // The base is the document that the phase before stored; the candidate is the same document as another version.
  const gate = gzipSync(
    JSON.stringify({ base: [large.version], documents: [{ ...large, version: `${large.version}.1` }] }),
  )
  return {
    'a raw upload': () =>
      send('POST', '/api/v1/uploads?hardware=box1', archive, { 'content-type': 'application/gzip' }),
    'an upload document': () => send('PUT', `/api/v1/runs/${crypto.randomUUID()}?onConflict=repeat`, document, gzipped),
    'a gate with that document': () => send('POST', '/api/v1/gates?project=demo', gate, gzipped),
    'an unfiltered comparison': () => get('/p/demo/compare?product=Postgres'),
    'its export as HTML': () => get('/p/demo/compare/export?product=Postgres&format=html'),
    'its export as JSON': () => get('/api/v1/projects/demo/compare?product=Postgres'),
    'the PDF of a long spec': async () => {
      const name = await importSpec(product)
      return get(`/api/v1/projects/demo/specs/${name}/export?format=pdf`)
    },
    'uploads that are judged': async () => {
      await uploadRuns(product, { from: 100_000, count: Math.ceil(4_000 * scale), clients: UPLOADS_AT_ONCE })
      return 201
    },
  }
}

/** Imports a spec with one table of the maximum length of a text. @returns its name */
async function importSpec({ url, token }: Product): Promise<string> {
  const row = '| point-query | 1,000.00 | 1,010.00 | 0.99 |\n'
  const table = `| test | base | new | ratio |\n| --- | --- | --- | --- |\n${row.repeat(2_000)}`
  const answer = await fetch(`${url}/api/v1/projects/demo/specs/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file: `# A long table\n\n${table}`, title: 'A long table' }),
  })
  if (!answer.ok) throw new Error(`the spec was answered ${answer.status}: ${await answer.text()}`)
  return z.object({ name: z.string() }).parse(await answer.json()).name
}

async function timed(work: () => Promise<number>): Promise<[status: number, seconds: number]> {
  const began = performance.now()
  const status = await work()
  return [status, (performance.now() - began) / 1_000]
}

/** Sends requests repeatedly on one connection. `stop` resolves to the longest time, in milliseconds. */
function probe({ url, token }: Product, path: string, method = 'GET'): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  let isStopped = false
  let longest = 0
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        `${url}${path}`,
        { agent, method, headers: { authorization: `Bearer ${token}` } },
        (answer) => {
          answer.resume()
          answer.on('end', resolve)
        },
      )
      sent.on('error', reject)
      sent.end()
    })
  const run = async () => {
    while (!isStopped) {
      const began = performance.now()
      await ask()
      longest = Math.max(longest, performance.now() - began)
      await sleep(PAUSE_MS)
    }
    agent.destroy()
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      await running
      return longest
    },
  }
}

/** Creates a .tar.gz of a CSV of `rows` lines, ten files of one version each, with its mapping. */
function csvArchive(rows: number): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'assay-health-'))
  const files = 10
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
