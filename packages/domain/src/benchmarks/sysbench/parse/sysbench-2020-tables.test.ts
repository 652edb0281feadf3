import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSysbench2020Table } from './sysbench-2020-tables.ts'

const parse = (name: string) =>
  parseSysbench2020Table(readFileSync(new URL(`../fixtures/tables/${name}`, import.meta.url), 'utf8'), name)
const numbersOf = ({ value }: ReturnType<typeof parseSysbench2020Table>) =>
  value?.blocks.map(({ rows }) => rows.map(({ server, cells }) => [server, ...cells.map((cell) => cell.value)]))

test('a table has one block per test, one column per client count, and the server last', () => {
  const table = parse('o.qps.abs.example')
  expect(table).toMatchObject({ problems: [], value: { kind: 'absolute' } })
  expect(table.value?.blocks[1]).toMatchObject({ line: 5, heading: 'sb.r.qps.point-query.range100.pk1' })
  expect(numbersOf(table)).toEqual([
    [
      ['x.my8022.x6d.pk1', 69000],
      ['x.pg131.x5.pk1', 90000],
    ],
    [
      ['x.my8022.x6d.pk1', 18000, 36000, 50000],
      ['x.pg131.x5.pk1', 24000, 48600, 60000],
    ],
    [
      ['x.my8022.x6d.pk1', 3.9],
      ['x.pg131.x5.pk1', 2.2],
    ],
  ])
})

test('a relative table is recognized by its two decimals', () => {
  expect(parse('o.qps.rel.example')).toMatchObject({ problems: [], value: { kind: 'relative' } })
})

test('o.sum.rx.abs has the label of warm-up steps', () => {
  const { value, problems } = parse('o.sum.rx.abs')
  expect(problems).toEqual([])
  expect(value?.blocks.map(({ rows }) => rows[0]?.label)).toEqual(['rocksdb point-query.warm range=100', null])
})

test('o.sum.rx.rel has no servers, and one absolute value behind the ratios', () => {
  expect(parse('o.sum.rx.rel').value).toMatchObject({
    kind: 'relative',
    blocks: [{ rows: [{ server: null, cells: [{ value: 0.9 }, { value: 0.9 }], lastQps: 29700 }] }],
  })
})

test('a failed step is missing for all client counts; a row with too few values is ignored', () => {
  const text = 'sb.r.qps.a.range1.pk1\n1\t2\tx.a.b.pk1\npgsql a range=1\tx.c.d.pk1\n5\tx.e.f.pk1\n'
  const { value, problems } = parseSysbench2020Table(text, 'f')
  expect(value?.blocks[0]?.rows.map(({ server, cells }) => [server, cells.map((cell) => cell.missing)])).toEqual([
    ['x.a.b.pk1', [null, null]],
    ['x.c.d.pk1', ['failed', 'failed']],
  ])
  expect(problems).toEqual([
    { file: 'f', line: 4, message: '1 values where other rows of the test have 2; the row is left out' },
  ])
})

test('ratios and QPS in one file are refused', () => {
  const { value, problems } = parseSysbench2020Table('sb.r.qps.a.range1.pk1\n1.02\tx.a\n100\tx.b\n', 'f')
  expect(value).toBeNull()
  expect(problems[0]?.message).toContain('neither relative nor absolute')
})

test('other lines than headings and rows are problems with their line', () => {
  const { value, problems } = parseSysbench2020Table('1\tx.a\nsb.r.qps.a.range1.pk1\n1\tx.a\nhello\n', 'f')
  expect(value?.blocks).toHaveLength(1)
  expect(problems.map(({ line }) => line)).toEqual([1, 4])
})
