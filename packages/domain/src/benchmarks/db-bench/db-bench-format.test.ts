import { labArchive } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { type ImportOptions, importFiles } from '../../import/import-files.ts'

const profile = labArchive
const header = 'RocksDB:    version 10.8.3\nDate:       Sat Nov  1 09:00:00 2025\nEntries:    1000\nDB path: [/d]\n'
const read = (files: Record<string, string>, overrides: NonNullable<ImportOptions['overrides']> = {}) =>
  importFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { profile, overrides },
  )

test('a small number of threads is computed from the rate and the time per operation', () => {
  const { documents, problems } = read({
    's.pn53/a.txt': `${header}readrandom : 4.000 micros/op 249800 ops/sec; 28.0 MB/s\n`,
    's.pn53/b.txt': `${header}overwrite : 16.100 micros/op 248000 ops/sec; 28.0 MB/s\n`,
  })
  expect(problems).toEqual([])
  expect(documents.flatMap(({ results }) => results.map(({ test: name, clients }) => [name, clients]))).toEqual([
    ['readrandom', 1],
    ['overwrite', 4],
  ])
  expect(documents[0]).toMatchObject({
    product: 'RocksDB',
    version: '10.8.3',
    startedAt: '2025-11-01T09:00:00Z',
    hardware: { name: 'pn53' },
  })
})

test('a large number of threads is not computed and must be stated, by a name or a person', () => {
  const text = `${header}readrandom : 41.000 micros/op 960000 ops/sec; 28.0 MB/s\n`
  expect(read({ 's/a.txt': text }).problems[0]?.message).toBe(
    'threads of readrandom are not known: expected them in a name (.t8, nt8), or --clients',
  )
  expect(read({ 's/a.txt': text }, { clients: 40 }).documents[0]?.results[0]?.clients).toBe(40)
  expect(read({ 's/db_bench.readrandom.t40.o': text }).documents[0]?.results[0]?.clients).toBe(40)
})

test('output without its header needs a stated version', () => {
  const text = 'readrandom : 4.000 micros/op 249800 ops/sec; 28.0 MB/s\n'
  expect(read({ 's/a.txt': text }).problems[0]?.message).toContain('the version is not known')
  expect(read({ 's/a.txt': text }, { version: '9.1.0' }).documents[0]?.version).toBe('9.1.0')
})

test('a second result of a test in a call is the next repeat', () => {
  const { documents } = read({
    's/a.txt': `${header}readrandom : 4.000 micros/op 249800 ops/sec;\nreadrandom : 4.100 micros/op 243800 ops/sec;\n`,
  })
  expect(documents.map(({ repeat, results }) => [repeat, results[0]?.values[0]])).toEqual([
    [1, 249800],
    [2, 243800],
  ])
})

test('a row of report.tsv and the output that it was made from are one result with two files', () => {
  const row = ['249800', '28.0', '4.000', 'readrandom.t1', '2025-11-01T08:59:58', '10.8.3'].join('\t')
  const { documents, sources } = read({
    's/db_bench.readrandom.t1.o': `${header}readrandom : 4.000 micros/op 249800 ops/sec; 28.0 MB/s\n\nMin: 1  Median: 3.0  Max: 99\n`,
    's/report.tsv': `ops_sec\tmb_sec\tusec_op\ttest\tdate\tversion\n${row}\n`,
  })
  expect(documents).toHaveLength(1)
  expect(documents[0]).toMatchObject({
    metricNames: ['ops/s', 'MB/s', 'usec_op', 'pmax'],
    results: [{ values: [249800, 28, 4, 99] }],
  })
  expect(sources.get(0)).toEqual(['s/db_bench.readrandom.t1.o', 's/report.tsv'])
})
