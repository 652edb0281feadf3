import { parentPort } from 'node:worker_threads'
import { NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { seededRandom } from '@assay/testing/seeded-random'
import type { NoiseCase, NoiseRates } from '../suites/noise-models-bench.ts'
import { verdictRates } from './verdict-rates.ts'

/** 500 ratios, of which 50 are changes of -7% spread over tests and versions. */
const MANY = { rows: 100, columns: 6 }
const changed = (row: number, column: number) => (column > 0 && (row * 5 + column * 7) % 10 === 0 ? 0.93 : 1)
/** Changes that last: each of 17 tests changes in the fourth release and stays changed. */
const lasting = (row: number, column: number) => (row % 6 === 0 && column >= 3 ? 0.93 : 1)
/** 30 ratios, of which 3 are such changes: fast enough for thousands of tables. */
const FEW = {
  rows: 10,
  columns: 4,
  changed: (row: number, column: number) => (column > 0 && (row * 3 + column * 7) % 10 === 0 ? 0.93 : 1),
}

// Measures one case of noise-models.ts for each message.
parentPort?.on('message', ({ name, times, repeats, tables, seed, isPowerOnly }: NoiseCase) => {
  const model = NOISE_MODELS[name]
  if (model === undefined) throw new Error(`no kind of noise is called ${name}`)
  const random = seededRandom(seed)
  const noise = { model, times, repeats }
  const rates: NoiseRates = isPowerOnly
    ? { noise: null, lasting: null, changes: verdictRates({ ...noise, ...FEW }, tables, random) }
    : {
        noise: verdictRates({ ...noise, rows: 32, columns: 8 }, tables, random),
        changes: verdictRates({ ...noise, ...MANY, changed }, Math.ceil(tables / 4), random),
        lasting:
          repeats > 1 ? null : verdictRates({ ...noise, ...MANY, changed: lasting }, Math.ceil(tables / 4), random),
      }
  parentPort?.postMessage(rates)
})
