import { fuzzInWorker } from '@assay/testing/fuzz-worker'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** `ASSAY_FUZZ_RUNS=5000 npx vitest run --project server fuzz-parse` tries more folders. */
const NUM_RUNS = Number(process.env.ASSAY_FUZZ_RUNS ?? 40)

test('assay parse and push exit on every folder, with a code that reports unknown files, and send all runs or none', async () => {
  const seed = fc.readConfigureGlobal()?.seed ?? 1
  const module = new URL('../testing/fuzz-parse.ts', import.meta.url)
  expect(await fuzzInWorker(module, { seed, numRuns: NUM_RUNS })).toBe('done')
}, 3_600_000)
