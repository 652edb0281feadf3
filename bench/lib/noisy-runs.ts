import type { UploadDocument } from '@assay/domain/run/upload-document'
import { generatedRun, TESTS_PER_RUN } from './generated-runs.ts'

const [VERSIONS, CONFIGS, MACHINES] = [25, 5, 5]
/** Runs of a lab of 50,000 results: 25 versions x 5 configs x 5 machines x 2 workloads, 40 tests each. */
export const NOISY_RUNS = VERSIONS * CONFIGS * MACHINES * 2
export const NOISY_RESULTS = NOISY_RUNS * TESTS_PER_RUN

/** Creates run number `index` of that lab, with normal noise of 2% and no changes. */
export function noisyRun(index: number): UploadDocument {
  const at = (size: number, step: number) => Math.floor(index / step) % size
  return noisy(index, {
    ...generatedRun(index),
    version: `${12 + at(5, 5)}.${at(5, 1)}`,
    config: { name: `x${at(CONFIGS, VERSIONS)}_c32r128` },
    hardware: { name: `machine-${at(MACHINES, VERSIONS * CONFIGS)}`, cores: 32, memoryGb: 128 },
    workload: { name: at(2, VERSIONS * CONFIGS * MACHINES) === 0 ? 'cached' : 'IO-bound' },
    repeat: 1,
  })
}

/** Creates upload number `upload` after them: a new version on one machine, every second of which is much slower. */
export function changedRun(upload: number): UploadDocument {
  const run = noisyRun(0)
  return noisy(NOISY_RUNS + upload, { ...run, version: `17.${upload}` }, upload % 2 === 0 ? 0.6 : 1)
}

function noisy(index: number, run: UploadDocument, factor = 1): UploadDocument {
  const draw = normal(index)
  const results = run.results.map((result) => ({
    ...result,
    values: result.values.map((_, metric) => Number((factor * (1000 + metric) * Math.exp(0.02 * draw())).toFixed(3))),
  }))
  return { ...run, results }
}

/** Normal values by Box and Muller; splitmix32 makes neighboring seeds independent. */
function normal(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  const uniform = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (((mixed ^ (mixed >>> 15)) >>> 0) + 1) / 4_294_967_297
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}
