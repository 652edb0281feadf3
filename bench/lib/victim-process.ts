// A process of its own, so that the work of the hostile senders does not delay its requests. A tenant in it compares two
// versions, stores a run and checks health, one after another.

import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { generatedRun } from './generated-runs.ts'
import type { Product } from './product.ts'
import { uploadRun } from './upload-runs.ts'

/** Minimum time between two comparisons, so that the tenant stays within its own budget (600 a minute). */
const ROUND_MS = 150

/** A request that began at `at` (milliseconds since 1970) and took `ms`. */
export type Sample = { at: number; ms: number }
export type Times = { compare: Sample[]; upload: Sample[]; health: Sample[] }
/** Times of the requests, and the responses with 5xx. */
export type Phase = { times: Times; faults: string[] }

type Ask = { product: Product; from: number } | 'stop'

const QUERY = new URLSearchParams({ columns: 'version', version: '10.0,11.0', config: 'x0_c32r128' })
const agent = new Agent({ keepAlive: true })
let isStopped = true
let running: Promise<Phase> | null = null

process.on('message', (message: Ask) => {
  if (message === 'stop') {
    isStopped = true
    void running?.then((phase) => process.send?.(phase))
    return
  }
  isStopped = false
  running = repeat(message.product, message.from)
})

/** @param from number of the first run that is stored. */
async function repeat(product: Product, from: number): Promise<Phase> {
  const phase: Phase = { times: { compare: [], upload: [], health: [] }, faults: [] }
  const { times, faults } = phase
  for (let run = from; !isStopped; run++) {
    const next = setTimeout(ROUND_MS)
    times.compare.push(await timed(() => ask(product, `/api/v1/projects/demo/compare?${QUERY}`, faults)))
    times.upload.push(await timed(() => store(product, run, faults)))
    times.health.push(await timed(() => ask(product, '/api/health/live', faults)))
    await next
  }
  return phase
}

async function timed(work: () => Promise<void>): Promise<Sample> {
  const at = Date.now()
  const began = performance.now()
  await work()
  return { at, ms: performance.now() - began }
}

/** Uses node:http, because the client of fetch costs as much CPU as the server under test. */
function ask({ url, token }: Product, path: string, faults: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      const status = answer.statusCode ?? 0
      if (status >= 500) faults.push(`${path}: ${status}`)
      else if (status !== 200) reject(new Error(`${path} was answered ${status}`))
      answer.resume().once('end', resolve)
    })
    sent.once('error', reject).end()
  })
}

async function store(product: Product, run: number, faults: string[]): Promise<void> {
  await uploadRun(product, generatedRun(run)).catch((cause: unknown) => {
    if (!String(cause).includes('answered 5')) throw cause
    faults.push(String(cause))
  })
}
