import type { Client } from 'pg'
import { connectToDatabase } from '../lib/database.ts'
import { changedRun, NOISY_RESULTS, NOISY_RUNS, noisyRun } from '../lib/noisy-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { uploadRun } from '../lib/upload-runs.ts'

const POLL_MS = 10
const MAX_WAIT_MS = 15 * 60_000

/** Measures seconds from the response of an upload until its findings exist, in a project of 50,000 results. */
export async function benchFindings(product: Product, uploads: number): Promise<Line[]> {
  const client = await connectToDatabase(product)
  for (let i = 0; i < NOISY_RUNS; i++) await uploadRun(product, noisyRun(i))
  const before = changedRun(-1)
  await uploadRun(product, { ...before, version: '16.9' })
  const quiet = await untilQuiet(client)
  const seconds: number[] = []
  for (let i = 0; i < uploads; i++) {
    await uploadRun(product, changedRun(i))
    const answered = performance.now()
    await until(() => isFound(client, changedRun(i).version))
    seconds.push((performance.now() - answered) / 1000)
  }
  await client.end()
  seconds.sort((a, b) => a - b)
  const about = `findings visible after an upload, ${NOISY_RESULTS.toLocaleString('en')} results, ${uploads} uploads`
  return [
    { what: `${about}: median`, value: seconds[Math.floor(uploads / 2)] ?? 0, unit: 's', goal: 'under 2' },
    { what: `${about}: slowest`, value: seconds.at(-1) ?? 0, unit: 's', goal: 'under 2' },
    { what: `findings: all ${NOISY_RUNS} runs scanned, after the last`, value: quiet, unit: 's' },
  ]
}

/** Waits until no job is left for a while. @returns seconds until everything uploaded was scanned */
async function untilQuiet(client: Client): Promise<number> {
  const began = performance.now()
  let last = began
  await until(async () => {
    const { rows } = await client.query<{ busy: boolean }>('select exists (select from graphile_worker.jobs) as busy')
    if (rows[0]?.busy === true) last = performance.now()
    return performance.now() - last > 1_000
  })
  return (last - began) / 1000
}

async function isFound(client: Client, version: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'select exists (select from finding where to_version = $1 and active) as there',
    [version],
  )
  return rows[0]?.there === true
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not happen')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
