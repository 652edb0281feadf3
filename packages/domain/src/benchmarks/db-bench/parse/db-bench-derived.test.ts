import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDbBenchDerived } from './db-bench-derived.ts'

const parse = (name: string) =>
  parseDbBenchDerived(readFileSync(new URL(`../fixtures/tables/${name}`, import.meta.url), 'utf8'), name)

test.each([
  ['csum.byrx.gcc.csv', 'relative', ['6.29.5', '10.3.4'], true],
  ['csum2.byrx.clang.csv', 'relative', ['6.29.5', '6.29.5', '10.3.4'], true],
  ['sum.abs1.byrx.tsv', 'absolute', ['6.29.5', '10.3.4'], false],
  ['fmt.byrx.both.abs1.csv', 'relative', ['10.2.1', '10.2.1'], true],
  ['abs.byrx.8x.tsv', 'absolute', null, false],
  ['rel2.byrx.8x.csv', 'relative', null, false],
])('%s has kind %s', (name, kind, versions, baseIncluded) => {
  const { value, problems } = parse(name)
  expect(problems).toEqual([])
  expect(value).toMatchObject({ kind, versions, baseIncluded })
  expect(value?.rows[0]?.test).toBe('fillseq.wal_disabled.v400')
})

test('ops/s and ratios in one table are refused', () => {
  const { value, problems } = parseDbBenchDerived('test,8.0.0,8.1.1,\nreadrandom.t1,1.00,1234\n', 'f')
  expect(value).toBeNull()
  expect(problems).toHaveLength(1)
})

test('a row with another number of values is a problem with its line', () => {
  const { value, problems } = parseDbBenchDerived('test,8.0.0,8.1.1,\na.t1,1.00,1.01\nb.t1,1.00\n', 'f')
  expect(value?.rows).toHaveLength(1)
  expect(problems).toEqual([{ file: 'f', line: 3, message: '1 values for 2 columns' }])
})
