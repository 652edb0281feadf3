import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseResultLines } from './result-lines.ts'

const parse = (name: string) =>
  parseResultLines(readFileSync(new URL(`../fixtures/tables/${name}`, import.meta.url), 'utf8'), `x.a.b.pk1/${name}`)

test('a line has one number per client count, then engine, test and range', () => {
  expect(parse('sb.r.qps.random-points.range10.pk1').value).toEqual([
    {
      line: 1,
      metric: 'qps',
      engine: 'rocksdb',
      test: 'random-points',
      range: 10,
      cells: [7000, 13000, 20000].map((value) => ({ value, missing: null })),
    },
  ])
})

test('a failed step has no cells, with or without a remaining tab', () => {
  expect(parse('sb.r.rt95.scan.warm.range100.pk1').value).toMatchObject([
    { metric: 'latency_ms_p95', engine: 'pgsql', test: 'scan.warm', cells: [] },
  ])
  expect(parseResultLines('pgsql scan range=100\n', 'sb.r.trx.scan.range100.pk1').value).toMatchObject([
    { metric: 'tps', cells: [] },
  ])
})

test('a file whose name does not state the metric is refused', () => {
  const { value, problems } = parseResultLines('1\tpgsql scan range=100\n', 'scan.txt')
  expect(value).toBeNull()
  expect(problems[0]?.message).toContain('sb.r.qps')
})

test('a line of another form is a problem, and an empty file is reported as empty', () => {
  expect(parseResultLines('1;2\n', 'sb.r.qps.a.range1.pk1')).toMatchObject({ value: null, problems: [{ line: 1 }] })
  expect(parseResultLines('', 'sb.r.qps.a.range1.pk1')).toMatchObject({ problems: [{ message: 'the file is empty' }] })
})
