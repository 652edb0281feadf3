import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseMetricsTable } from './metrics-table.ts'

const parse = (name: string) =>
  parseMetricsTable(readFileSync(new URL(`../fixtures/tables/${name}`, import.meta.url), 'utf8'), name)

test('a block is a step with absolute rows and ratios to the first of them', () => {
  const { value, problems } = parse('o.met.example')
  expect(problems).toEqual([])
  const [block] = value?.blocks ?? []
  expect(block).toMatchObject({ line: 1, step: 'sb.prepare.met.point-query.warm.range100.pk1', bases: null })
  expect(block?.metricNames).toEqual(['cpu/o', 'cs/o', 'r/o', 'rKB/o', 'wKB/o', 'o/s'])
  expect(block?.absolute[0]?.cells.map((cell) => cell.value)).toEqual([0.000024, 0.173, 0, 0, 1, 90000])
  expect(block?.relative).toHaveLength(1)
})

test('`1` is 0 / 0 and `inf` is x / 0; `1.00` is a ratio', () => {
  const [first, second] = parse('o.met.example').value?.blocks ?? []
  expect(first?.relative[0]?.cells).toEqual([
    { value: 0.5, missing: null },
    { value: 2, missing: null },
    { value: null, missing: 'zero-by-zero' },
    { value: null, missing: 'infinite' },
    { value: 0.5, missing: null },
    { value: 1.1, missing: null },
  ])
  expect(second?.relative[0]?.cells[1]).toEqual({ value: 1, missing: null })
})

test('the header of 2020 has neither cs/o nor r/o', () => {
  expect(parse('o.met.2020').value?.blocks[0]?.metricNames).toEqual(['cpu/o', 'rKB/o', 'wKB/o', 'o/s'])
})

test('scale-up blocks name two files', () => {
  const [block] = parse('o.met.pg180.1u.48u').value?.blocks ?? []
  expect(block?.bases?.base2).toBe('sb.met.point-query.range100.pk1.dop48')
  expect(block?.relative[0]).toMatchObject({ server: 'pg180_48u', line: 8 })
})

test('0 operations per second are missing, 0 reads are a value', () => {
  const text = 'sb.met.a.range1.pk1.dop1\n--- absolute\ncpu/o\t\tr/o\to/s\tdbms\n0.1\t0\t0\tx\n'
  expect(parseMetricsTable(text, 'f').value?.blocks[0]?.absolute[0]?.cells.slice(1)).toEqual([
    { value: 0, missing: null },
    { value: null, missing: 'zero' },
  ])
})

test('a row with another number of cells and a row with a word are problems with their line', () => {
  const text = [
    'sb.met.a.range1.pk1.dop1',
    '--- absolute',
    'cpu/o\t\tr/o\to/s\tdbms',
    '0.1\t5\tx',
    '0.1\tword\t7\ty',
    '--- relative to first result',
    '1.00\t\t1\t1.00\tz',
    '',
  ].join('\n')
  const { value, problems } = parseMetricsTable(text, 'f')
  expect(value?.blocks[0]?.absolute.map(({ cells }) => cells[1]?.missing)).toEqual(['not-understood'])
  expect(value?.blocks[0]?.relative).toEqual([])
  expect(problems.map(({ line, refusesRun }) => [line, refusesRun])).toEqual([
    [4, undefined],
    [7, undefined],
    [5, true],
  ])
})

test('a file without blocks is refused', () => {
  expect(parseMetricsTable('samp\tr/s\n1\t2\n', 'f')).toMatchObject({ value: null })
  expect(parseMetricsTable('', 'f').problems).toHaveLength(1)
})
