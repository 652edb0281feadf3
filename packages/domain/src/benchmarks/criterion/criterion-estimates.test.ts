import { labArchive } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'

const estimate = (ns: number) => ({
  ...{ point_estimate: ns, standard_error: 1 },
  confidence_interval: { confidence_level: 0.95, lower_bound: ns - 1, upper_bound: ns + 1 },
})
const estimates = (ns: number, slope: number | null = null) =>
  JSON.stringify({
    ...{ mean: estimate(ns), median: estimate(ns), median_abs_dev: estimate(2), std_dev: estimate(2) },
    slope: slope === null ? null : estimate(slope),
  })
const about = (id: string, throughput: object | null) =>
  JSON.stringify({ group_id: id, function_id: null, value_str: null, throughput, full_id: id, directory_name: id })

test('benchmarks of one project are one run, named by benchmark.json or by their folders', () => {
  const at = 'rocksdb-9.1/target/criterion'
  const { documents, problems, questions } = importFiles(
    [
      { path: `${at}/sort/unstable/64/new/estimates.json`, text: estimates(1_000) },
      { path: `${at}/sort/unstable/64/new/benchmark.json`, text: about('sort/unstable/64', { Elements: 64 }) },
      { path: `${at}/sort/unstable/64/base/estimates.json`, text: estimates(900) },
      { path: `${at}/fib 20/new/estimates.json`, text: estimates(26_050, 26_000) },
    ],
    { profile: labArchive, overrides: { hardware: 'lab3' } },
  )
  expect([problems, questions, documents.length]).toEqual([[], [], 1])
  const [document] = documents
  expect(document).toMatchObject({ product: 'RocksDB', version: '9.1' })
  const value = (row: number, name: string) => document?.results[row]?.values[document.metricNames.indexOf(name)]
  expect(document?.results.map(({ test: name }) => name)).toEqual(['fib 20', 'sort/unstable/64'])
  expect([value(0, 'real_time_ns'), value(1, 'real_time_ns'), value(1, 'items/s')]).toEqual([26_000, 1_000, 64e6])
})

test('a saved baseline is a run of its own, whose name states the version', () => {
  const files = ['v9.1.1', 'v9.2.0'].map((saved, index) => ({
    path: `rocksdb/target/criterion/fib/${saved}/estimates.json`,
    text: estimates(100 + index),
  }))
  const { documents } = importFiles(files, { profile: labArchive, overrides: { hardware: 'lab3' } })
  expect(documents.map(({ version, results }) => [version, results.map(({ test: name }) => name)])).toEqual([
    ['9.1.1', ['fib']],
    ['9.2.0', ['fib']],
  ])
})
