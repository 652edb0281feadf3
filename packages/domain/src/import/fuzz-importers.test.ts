import { fuzzInWorker } from '@assay/testing/fuzz-worker'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const NUM_RUNS = 400

test('every importer finishes on damaged files without throwing and returns only valid documents', async () => {
  const seed = fc.readConfigureGlobal()?.seed ?? 1
  const module = new URL(import.meta.resolve('@assay/testing/import/fuzz-importers'))
  expect(await fuzzInWorker(module, { seed, numRuns: NUM_RUNS })).toBe('done')
}, 900_000)
