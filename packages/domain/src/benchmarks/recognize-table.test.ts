import { exampleTables, fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { recognizeTable } from './registry.ts'

const kindOf = (name: string, text: string) => recognizeTable(name, text)?.kind ?? null

const example = (name: string) => fixtureText(`tables/${name}`)

const FORMAT_OF_NAME: readonly [RegExp, string][] = [
  [/^(qps\.|all\.tsv)/, 'qps-table'],
  [/^o\.(qps|sum)\./, 'sysbench-2020-table'],
  [/^o\.met/, 'metrics-table'],
  [/^sb\.r\./, 'result-lines'],
  [/^report\.tsv$/, 'db-bench-report'],
  [/^(sum\.(byrx|nt10)\.txt|summary)/, 'db-bench-summary'],
  [/^(c?sum2?\.|fmt|abs|rel2)/, 'db-bench-derived'],
]

test.each(exampleTables())('%s is recognized', (name) => {
  const format = FORMAT_OF_NAME.find(([pattern]) => pattern.test(name))?.[1]
  expect(kindOf(`some/folder/${name}`, example(name))).toBe(format)
})

test('the content decides and not the name', () => {
  for (const name of exampleTables()) {
    const format = kindOf(name, example(name))
    // The format of these files shows only in their names.
    if (format === 'result-lines' || format === 'db-bench-report') continue
    expect(kindOf('download (3).bin', example(name)), name).toBe(format)
  }
})

test('an empty file has the format that its name states', () => {
  expect(kindOf('dell32/iodir/sum.txt', '')).toBe('db-bench-summary')
  expect(kindOf('qps.abs.all.tsv', '\n')).toBe('qps-table')
  expect(kindOf('notes.txt', '')).toBeNull()
})

test('other formats are not recognized as tables', () => {
  for (const text of [
    'pg1222,33781\npg176,40000\n',
    'ips\tqps\trps\n1\t2\t3\n',
    'sb.met.scan.range100.pk1.dop8\nsamp\tr/s\n1\t2\n',
    '0.913\t1.020\tcycles\n',
    'a,b\n1,2\n',
  ]) {
    expect(kindOf('f', text), text).toBeNull()
  }
})
