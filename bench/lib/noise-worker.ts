import { parentPort } from 'node:worker_threads'
import { NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { seededRandom } from '@assay/testing/noise/noise-tables'
import type { NoiseCase, NoiseRates } from '../suites/noise-models.ts'
import { verdictRates } from './verdict-rates.ts'

/** 500 ratios, of which 50 are changes of -7% spread over tests and versions. */
const MANY = { rows: 100, columns: 6 }
const changed = (row: number, column: number) => (column > 0 && (row * 5 + column * 7) % 10 === 0 ? 0.93 : 1)

// Measures one case of noise-models.ts for each message.
parentPort?.on('message', ({ name, times, repeats, tables, seed }: NoiseCase) => {
  const model = NOISE_MODELS[name]
  if (model === undefined) throw new Error(`no kind of noise is called ${name}`)
  const random = seededRandom(seed)
  const rates: NoiseRates = {
    noise: verdictRates({ model, times, repeats, rows: 32, columns: 8 }, tables, random),
    changes: verdictRates({ model, times, repeats, ...MANY, changed }, Math.ceil(tables / 4), random),
  }
  parentPort?.postMessage(rates)
})
