import { spawnSync } from 'node:child_process'
import { startFuzzServer } from '@assay/testing/fuzz-requests/fuzz-requests'
import fc from 'fast-check'
import type { Line } from '../lib/print-table.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'
import { comparePages } from './page-isolation.ts'
import { makeSpecLink } from './spec-link.ts'

/** Number of requests after which a fresh database is used. */
const ROUND = 20_000
/** Requests of each round that are sent sequentially; a refused one must change nothing in the database. */
const WATCHED = 2_000
const PAGES = [
  '/p/demo',
  '/p/demo/runs',
  '/p/demo/compare',
  '/p/demo/compare/export',
  '/p/demo/diff',
  '/p/demo/builds',
  '/p/demo/configs',
  '/p/demo/hardware',
  '/p/demo/known-bugs',
  '/p/demo/saved',
  '/p/demo/studies/versions',
  '/p/demo/studies/steps',
  '/p/demo/search',
  '/p/demo/specs',
  '/p/demo/specs/new',
  '/p/demo/specs/import',
  '/p/demo/specs/FS-1',
  '/p/demo/specs/FS-1/changes',
  '/p/demo/specs/FS-1/agenda',
  '/p/demo/specs/FS-1/meeting.ics',
  '/p/demo/specs/FS-1/at/F-1',
  '/p/demo/specs/DS-1',
  '/p/demo/specs/DS-1/edit',
  '/api/v1/projects/demo/specs/FS-1',
  '/api/v1/projects/demo/specs/FS-1/export',
  '/review/nobody-has-this',
]
const SHOWN = 3

/**
 * Sends hostile requests to every entry point of the API, then to pages of the running product, then runs Schemathesis
 * on its OpenAPI document when ASSAY_SCHEMATHESIS names the program (`pip install schemathesis`).
 *
 * @throws Error with the first faults.
 */
export async function benchFuzzRequests(count: number): Promise<Line[]> {
  const lines = [await withTestPostgres(() => hostileRequests(count))]
  const product = await startProduct()
  try {
    lines.push(await comparePages(product))
    lines.push(await hostilePages(product, Math.max(1_000, Math.ceil(count / 50))))
    const schemathesis = process.env.ASSAY_SCHEMATHESIS
    if (schemathesis === undefined) console.log('Schemathesis is left out: ASSAY_SCHEMATHESIS does not name it.')
    else lines.push(runSchemathesis(schemathesis, product))
  } finally {
    await product.stop()
  }
  return lines
}

async function hostileRequests(count: number): Promise<Line> {
  const statuses: Record<string, number> = {}
  const began = performance.now()
  let [slowest, watched] = [0, 0]
  for (let sent = 0, seed = 1; sent < count; seed++) {
    const hostile = await startFuzzServer()
    const tally = await hostile.run({ count: Math.min(ROUND, count - sent), seed, watched: WATCHED })
    const runs = await hostile.countRuns()
    await hostile.stop()
    sent += tally.requests
    watched += tally.watched
    slowest = Math.max(slowest, tally.slowestMs)
    for (const [status, many] of Object.entries(tally.statuses)) statuses[status] = (statuses[status] ?? 0) + many
    if (tally.faults.length > 0) throw new Error(`seed ${seed}:\n${tally.faults.slice(0, SHOWN).join('\n')}`)
    if (runs !== tally.stored) throw new Error(`seed ${seed}: ${runs} runs are there, ${tally.stored} were answered`)
    console.info(`${sent} requests, ${watched} refused and seen to leave nothing`)
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`hostile requests by status: ${JSON.stringify(statuses)}; the slowest took ${Math.round(slowest)} ms`)
  return {
    what: `hostile: faults in ${count.toLocaleString('en')} requests, ${watched.toLocaleString('en')} of them refused and seen to leave nothing, ${seconds} s`,
    value: 0,
    unit: 'faults',
    goal: '0',
  }
}

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    'version',
    'version:17.6',
    'qps',
    '1e999',
    '-1',
    '__proto__',
    'a,b:c',
    '%00',
    '../..',
    'x'.repeat(2_000),
  ),
)
const name = fc.constantFrom(
  'rows',
  'columns',
  'tables',
  'base',
  'show',
  'metrics',
  'version',
  'product',
  'sort',
  'cursor',
  'a',
  'b',
  'q',
  'format',
  'bands',
  'from',
  'to',
  'revision',
  'words',
  'response',
)
const addressOf = (pages: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...pages),
      fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: part }), part), {
        maxLength: 6,
      }),
    )
    .map(([path, query]) => `${path}?${query.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')}`)

async function hostilePages(product: Product, count: number): Promise<Line> {
  const link = `/spec/${await makeSpecLink(product)}`
  const address = addressOf([...PAGES, link, `${link}/export`])
  const waiting = fc.sample(address, { numRuns: count, seed: 1 })
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  const one = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await fetch(`${product.url}${path}`, { redirect: 'manual' })
      await answer.arrayBuffer()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status >= 500) faults.push(`${answer.status} ${path}`)
    }
  }
  await Promise.all([one(), one(), one(), one()])
  console.log(`hostile addresses of pages by status: ${JSON.stringify(statuses)}`)
  if (faults.length > 0) console.log(faults.slice(0, SHOWN).join('\n'))
  return {
    what: `hostile: faults in ${count.toLocaleString('en')} addresses of pages`,
    value: faults.length,
    unit: 'faults',
    goal: '0',
  }
}

function runSchemathesis(program: string, product: Product): Line {
  const checks = ['not_a_server_error', 'ignored_auth', 'use_after_free']
  const { status, stdout } = spawnSync(
    program,
    [
      'run',
      `${product.url}/api/openapi.json`,
      `--header=Authorization: Bearer ${product.token}`,
      `--checks=${checks.join(',')}`,
      `--max-examples=${process.env.ASSAY_SCHEMATHESIS_EXAMPLES ?? 200}`,
      '--workers=1',
      '--no-color',
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  console.log(stdout.split('\n').slice(-40).join('\n'))
  return { what: `hostile: Schemathesis (${checks.join(', ')})`, value: status ?? 1, unit: 'exit code', goal: '0' }
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
