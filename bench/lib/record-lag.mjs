// Loaded into every process of a product under test by `node --import`: writes the longest delay of its event loop in
// each half second to a file of its own in ASSAY_BENCH_LAG.

import { appendFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const INTERVAL_MS = 500
/** The monitor wakes up this often, and counts that time as delay. */
const RESOLUTION_MS = 10

const directory = process.env.ASSAY_BENCH_LAG
if (directory !== undefined && isMainThread) {
  const [, script = '', ...rest] = process.argv
  const role = rest.find((one) => one.startsWith('--role='))?.slice('--role='.length)
  const file = join(directory, `${role ?? basename(script)}-${process.pid}`)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  setInterval(() => {
    const longest = Math.max(0, delay.max / 1e6 - RESOLUTION_MS)
    delay.reset()
    appendFileSync(file, `${Date.now()} ${longest.toFixed(1)}\n`)
  }, INTERVAL_MS).unref()
}
