// Loaded into every process of a product under test by `node --import`: writes the longest delay of its event loop in
// each half second, and the longest work without a pause, to a file of its own in ASSAY_BENCH_LAG. On a busy machine a
// process is also delayed while others run; work is measured in CPU time, so it includes only its own.

import { appendFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const INTERVAL_MS = 500
/** The monitor wakes up this often, and counts that time as delay. */
const RESOLUTION_MS = 10

const directory = process.env.ASSAY_BENCH_LAG
// npm may run with an earlier Node, which cannot measure the CPU time of one thread.
if (directory !== undefined && isMainThread && process.threadCpuUsage !== undefined) {
  const [, script = '', ...rest] = process.argv
  const role = rest.find((one) => one.startsWith('--role='))?.slice('--role='.length)
  const file = join(directory, `${role ?? basename(script)}-${process.pid}`)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let work = 0
  let before = process.threadCpuUsage()
  setInterval(() => {
    const now = process.threadCpuUsage()
    work = Math.max(work, (now.user - before.user + now.system - before.system) / 1_000)
    before = now
  }, RESOLUTION_MS).unref()
  setInterval(() => {
    const longest = Math.max(0, delay.max / 1e6 - RESOLUTION_MS)
    delay.reset()
    appendFileSync(file, `${Date.now()} ${longest.toFixed(1)} ${work.toFixed(1)}\n`)
    work = 0
  }, INTERVAL_MS).unref()
}
