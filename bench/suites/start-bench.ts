import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Line } from '../lib/print-table.ts'
import { memoryByProcess, sumOf } from '../lib/process-memory.ts'
import { type Product, startProduct } from '../lib/product.ts'

const root = join(import.meta.dirname, '../..')
const WARM_STARTS = 3
/** Time after a start until what only the start needed has been released. */
const IDLE_MS = 100_000

/**
 * Measures `npm start` on a fresh clone without packages, build or data, then three times more on the same, and the idle
 * memory after the first start and after the last one.
 */
export async function benchStart(): Promise<Line[]> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-clone-'))
  const dataDirectory = await mkdtemp(join(tmpdir(), 'assay-data-'))
  try {
    execFileSync('git', ['clone', '--quiet', root, directory])
    const cold = await startProduct({ directory, dataDirectory })
    const afterCold = await idleMemory(cold, 'cold')
    await cold.stop()
    const warm: number[] = []
    const afterWarm: Line[] = []
    for (let at = 1; at <= WARM_STARTS; at++) {
      const product = await startProduct({ directory, dataDirectory })
      warm.push(product.startSeconds)
      if (at === WARM_STARTS) afterWarm.push(await idleMemory(product, 'warm'))
      await product.stop()
    }
    warm.sort((a, b) => a - b)
    const median = warm[1] ?? Number.NaN
    return [
      { what: 'npm start, warm, to the first 200', value: median, unit: 's', goal: 'at most 2' },
      {
        ...{ what: 'npm start, cold clone', value: cold.startSeconds, unit: 's', base: median, baseName: 'warm' },
        goal: 'at most 60',
      },
      afterCold,
      ...afterWarm,
    ]
  } finally {
    await rm(directory, { recursive: true, force: true })
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** The memory without Postgres and without npm itself, which waits for the product. */
async function idleMemory(product: Product, start: string): Promise<Line> {
  await sleep(IDLE_MS)
  const processes = (await memoryByProcess(product.pid)).filter(({ name }) => !/^(npm|sh)\b/.test(name))
  const text = processes.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`).join(', ')
  console.log(`idle memory after a ${start} start: ${text} MB`)
  const what = `idle memory with the demo, ${IDLE_MS / 1_000} s after a ${start} start (PSS)`
  return { what, value: sumOf(processes), unit: 'MB', goal: 'at most 400' }
}
