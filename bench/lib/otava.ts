import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'

const Answer = z.object({ cuts: z.array(z.array(z.number())), ms: z.number() })

/** Returns change points of apache-otava, and its own run time; null when ASSAY_BENCH_OTAVA names no Python with it. */
export function runOtava(series: readonly (readonly number[])[]): z.infer<typeof Answer> | null {
  const python = process.env.ASSAY_BENCH_OTAVA
  if (python === undefined) return null
  const { stdout, stderr, status } = spawnSync(python, [join(import.meta.dirname, 'run-otava.py')], {
    input: JSON.stringify(series),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`apache-otava did not run with ${python}: ${stderr}`)
  return Answer.parse(JSON.parse(stdout))
}
