import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Line } from '../lib/print-table.ts'
import { startProduct } from '../lib/product.ts'

const root = join(import.meta.dirname, '../..')

/** Measures `npm start` on a fresh clone without packages, build or data, then twice more on the same. */
export async function benchStart(): Promise<Line[]> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-clone-'))
  const dataDirectory = await mkdtemp(join(tmpdir(), 'assay-data-'))
  try {
    execFileSync('git', ['clone', '--quiet', root, directory])
    const cold = await startProduct({ directory, dataDirectory })
    await cold.stop()
    const warm: number[] = []
    for (let i = 0; i < 3; i++) {
      const product = await startProduct({ directory, dataDirectory })
      warm.push(product.startSeconds)
      await product.stop()
    }
    warm.sort((a, b) => a - b)
    const median = warm[1] ?? Number.NaN
    return [
      { what: 'npm start, warm, to the first 200', value: median, unit: 's' },
      { what: 'npm start, cold clone', value: cold.startSeconds, unit: 's', base: median, baseName: 'warm' },
    ]
  } finally {
    await rm(directory, { recursive: true, force: true })
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
