import { iostatText, vmstatText } from '@assay/testing/import/companion-output'
import { labPlain } from '@assay/testing/import/lab-profiles'
import { sourceFile } from '@assay/testing/import/source-file'
import { expect, test } from 'vitest'
import { addRecordedFacts } from '../import/facts/add-recorded-facts.ts'
import { type Recorded, startImport } from '../import/import-context.ts'
import type { DraftResult } from '../import/run-draft.ts'
import { withCompanionValues } from './companion-values.ts'
import { iostatFormat } from './iostat/iostat-format.ts'
import { vmstatFormat } from './vmstat/vmstat-format.ts'

const profile = labPlain

const TEN = Array.from({ length: 10 }, (_, i) => i)
const VMSTAT = vmstatText(TEN.map((i) => ({ us: 20 + i, sy: 10, cs: 1_000 })))
const IOSTAT = iostatText(TEN.map(() => ({ reads: 50, readKb: 400 })))

/** Imports outputs of a made-up benchmark of 500 ops/s over ten seconds, with companion files next to them. */
function read(
  outputs: readonly { path: string; results: readonly Partial<DraftResult>[] }[],
  companions: Readonly<Record<string, string>>,
  recorded: Recorded | null = null,
) {
  const context = startImport({ profile, overrides: {}, recorded })
  for (const { path, results } of outputs) {
    context.runs.add(sourceFile(context, path, ''), {
      benchmark: 'made-up',
      results: results.map((result) => ({
        test: { name: 'simple', primaryMetric: 'ops/s' },
        clients: 8,
        params: {},
        values: { 'ops/s': 500, elapsed_s: 10 },
        location: { path },
        ...result,
      })),
    })
  }
  addRecordedFacts(context)
  for (const [path, text] of Object.entries(companions)) {
    const format = path.includes('vmstat') ? vmstatFormat : iostatFormat
    format.read(context, sourceFile(context, path, text))
  }
  const measured = context.runs.all().map((draft) => {
    return withCompanionValues(draft.results, { device: draft.fields.device, recorded, sourceName: 'box' })
  })
  return { context, results: measured.flatMap((run) => run.results) }
}

const ONE = [{ path: 'box/select.t8.txt', results: [{}] }]

test('vmstat and iostat next to an output give averages, values per operation and samples', () => {
  const { results, context } = read(ONE, { 'box/select.t8.vmstat.txt': VMSTAT, 'box/select.t8.iostat.txt': IOSTAT })
  expect(context.problems).toEqual([])
  expect(results[0]?.values).toMatchObject({
    'ops/s': 500,
    'cpu/s': 34.5, // The mean of 30 to 39.
    'cs/s': 1_000,
    'cs/o': 2,
    'cpu/o': 0.069,
    'cpu_us/o': 2_760, // 34.5% of 4 CPUs over 500 operations.
    'r/s': 50,
    'r/o': 0.1,
    'rKB/o': 0.8,
  })
  expect(
    results[0]?.samples?.map(({ metric, values, intervalSeconds }) => [metric, intervalSeconds, values.length]),
  ).toEqual(['cpu/s', 'cs/s', 'r/s', 'rMB/s', 'w/s', 'wMB/s'].map((metric) => [metric, 1, 10]))
})

test('values that the benchmark printed have precedence over companion values of the same name', () => {
  const values = { 'ops/s': 500, elapsed_s: 10, 'cpu/s': 12 }
  const { results } = read([{ path: 'box/select.t8.txt', results: [{ values }] }], {
    'box/select.t8.vmstat.txt': VMSTAT,
  })
  expect(results[0]?.values).toMatchObject({ 'cpu/s': 12, 'cs/s': 1_000 })
})

test('a companion file is matched to its result by test name, and by clients when stated', () => {
  const outputs = [{ path: 'box/report', results: [{}, { clients: 4 }, { test: { name: 'other' } }] }]
  const { results } = read(outputs, { 'box/simple.t4.vmstat.txt': VMSTAT })
  expect(results.map(({ values }) => values['cs/s'])).toEqual([undefined, 1_000, undefined])
})

test('a companion file next to several results is assigned to none of them', () => {
  const { results, context } = read([{ path: 'box/select.t8.txt', results: [{}, { test: { name: 'other' } }] }], {
    'box/select.t8.vmstat.txt': VMSTAT,
  })
  expect(results.map(({ values }) => values['cs/s'])).toEqual([undefined, undefined])
  expect(context.ignored[0]?.reason).toMatch(/has several results/)
})

test('companion files of other folders and other tests are not used', () => {
  const { results, context } = read(ONE, {
    'elsewhere/select.t8.vmstat.txt': VMSTAT,
    'box/insert.t8.vmstat.txt': VMSTAT,
  })
  expect(results[0]?.values['cs/s']).toBeUndefined()
  expect(context.unclaimed.map(({ file }) => file.directory.dataset)).toEqual(['elsewhere', 'box'])
})

test('a test whose primary metric is not a rate has averages and no values per operation', () => {
  const result = { test: { name: 'load', primaryMetric: 'elapsed_s' }, values: { elapsed_s: 10 } }
  const { results } = read([{ path: 'box/select.t8.txt', results: [result] }], { 'box/select.t8.vmstat.txt': VMSTAT })
  expect(results[0]?.values).toMatchObject({ 'cpu/s': 34.5 })
  expect(results[0]?.values).not.toHaveProperty(['cpu/o'])
})

test('samples with an unknown interval are ignored', () => {
  const result = { values: { 'ops/s': 500, elapsed_s: 60 } }
  const { results } = read([{ path: 'box/select.t8.txt', results: [result] }], { 'box/select.t8.vmstat.txt': VMSTAT })
  expect(results[0]?.values['cs/s']).toBe(1_000)
  expect(results[0]?.samples).toEqual([])
})

test('only the measured part of a recording counts when sampling lasted until the end', () => {
  const recorded: Recorded = {
    cpus: 2,
    cpuLimit: null,
    steps: new Map([
      [
        'box/select.t8.txt',
        { command: 'made-up --run', testName: 'mine', failure: null, test: 'made-up', clients: null },
      ],
    ]),
    outputOf: new Map([['box/any.vmstat.txt', 'box/select.t8.txt']]),
    sampleSeconds: 1,
  }
  const result = { values: { 'ops/s': 500, elapsed_s: 5.01 } }
  const { results } = read(
    [{ path: 'box/select.t8.txt', results: [result] }],
    { 'box/any.vmstat.txt': VMSTAT },
    recorded,
  )
  expect(results[0]).toMatchObject({ test: { name: 'mine' }, command: 'made-up --run' })
  expect(results[0]?.values['cpu/s']).toBe(37) // The mean of 35 to 39.
  expect(results[0]?.values['cpu_us/o']).toBeCloseTo((0.37 * 2 * 1e6) / 500, 9)
  expect(results[0]?.samples?.[0]?.values).toEqual([35, 36, 37, 38, 39])
})
