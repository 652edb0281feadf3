import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseQpsTable } from './qps-table.ts'

const example = (name: string) => readFileSync(new URL(`../fixtures/tables/${name}`, import.meta.url), 'utf8')
const parse = (name: string) => parseQpsTable(example(name), name)
const labels = ['x.pg176_o2nofp.x10a_c8r32.pk1', 'x.pg180_o2nofp.x10b_c8r32.pk1', 'x.pg180_o2nofp.x10c_c8r32.pk1']
const numbersOf = ({ value }: ReturnType<typeof parseQpsTable>) =>
  value?.sections.map(({ rows }) => rows.map(({ test: name, cells }) => [name, ...cells.map((cell) => cell.value)]))

describe('tables made by the scripts', () => {
  test('an absolute .tsv has one column per server and the test last', () => {
    const table = parse('qps.abs.example.tsv')
    expect(table.problems).toEqual([])
    expect(table.value).toMatchObject({ kind: 'absolute', base: null })
    expect(table.value?.columns).toEqual(labels.map((label, i) => ({ label, line: i + 1 })))
    expect(numbersOf(table)).toEqual([
      [
        ['hot-points_range=100', 1000, 1100, 950],
        ['read-only_range=10000', 8, 9, 7],
        ['scan_range=100', 142.9, 150, 142.9],
        ['write-only_range=10000', 2000, 1990, 2500],
      ],
    ])
    expect(table.value?.sections[0]?.rows[0]?.line).toBe(6)
  })

  test('a relative .tsv names its base, and col-1 is the second server', () => {
    const { value, problems } = parse('qps.rel.example.tsv')
    expect(problems).toEqual([])
    expect(value).toMatchObject({ kind: 'relative', base: { label: labels[0], line: 1 } })
    expect(value?.columns.map(({ label }) => label)).toEqual(labels.slice(1))
  })

  test('a .csv is read with the columns of the .tsv of the same name', () => {
    const csv = parseQpsTable(example('qps.abs.example.csv'), 'a.csv', { columns: labels })
    expect(csv).toMatchObject({ value: { kind: 'absolute', base: null }, problems: [] })
    expect(numbersOf(csv)).toEqual(numbersOf(parse('qps.abs.example.tsv')))
  })

  test('a .csv alone is refused with the number of columns that it needs', () => {
    expect(parse('qps.abs.example.csv')).toEqual({
      value: null,
      problems: [
        {
          file: 'qps.abs.example.csv',
          message: 'the file does not name its 3 columns; the .tsv of the same name does, so read the two together',
        },
      ],
    })
  })

  test('a .csv with another number of columns has no valid row and a problem for each', () => {
    const { value, problems } = parseQpsTable('a_range=1,10,20\nb_range=1,10\n', 'a.csv', { columns: ['x', 'y'] })
    expect(value?.sections[0]?.rows.map((row) => row.test)).toEqual(['a_range=1'])
    expect(problems).toEqual([{ file: 'a.csv', line: 2, message: '1 values for 2 columns' }])
  })

  test('a relative .csv takes its base from the .tsv as well', () => {
    const context = { columns: ['y'], base: 'x' }
    const { value } = parseQpsTable('a_range=1,1.10\n', 'qps.rel.csv', context)
    expect(value).toMatchObject({ kind: 'relative', base: { label: 'x', line: null } })
  })
})

describe('tables edited by hand', () => {
  test('group headings name the sections, and labels are not changed', () => {
    const { value, problems } = parse('qps.rel.example.tsv.edit')
    expect(problems).toEqual([])
    expect(value?.base?.label).toBe('pg176_o2nofp.x10a_c8r32')
    expect(value?.sections.map(({ group, repeat, rows }) => [group, repeat, rows[0]?.test])).toEqual([
      ['point queries', null, 'hot-points'],
      ['range queries with aggregation', null, 'read-only_range=10000'],
      ['writes', null, 'write-only'],
    ])
  })

  test('the blog layout has group and run in the header', () => {
    const { value, problems } = parse('all.tsv')
    expect(problems).toEqual([])
    expect(value?.columns[0]?.label).toBe('18.0 with the x10b config')
    expect(value?.sections.map(({ heading, group, repeat }) => [heading, group, repeat])).toEqual([
      ['point queries, first run', 'point queries', 1],
      ['point queries, second run', 'point queries', 2],
      ['writes, first run', 'writes', 1],
    ])
  })

  test('text above the table is kept, and spaces around labels are trimmed', () => {
    const { value, problems } = parse('qps.sum.txt')
    expect(problems).toEqual([])
    expect(value?.prose.slice(0, 2)).toEqual([
      'Two builds of one server, 8 clients.',
      'Values above 1.0 are faster than 17.6.',
    ])
    expect(value?.columns.map(({ label }) => label)).toEqual(['Postgres 18.0 sync', 'Postgres 18.0 worker'])
  })

  test('the name of the engine in a column of numbers is a missing result', () => {
    const { value, problems } = parse('qps.abs.example.tsv.no1')
    expect(problems).toEqual([])
    expect(value?.sections[0]?.rows[0]?.cells[1]).toEqual({ value: null, missing: 'engine-name' })
  })

  test('a ratio of 0.00 is a missing result, and notes after the test are kept', () => {
    const { value, problems } = parse('qps.rel.example.tsv.markup.no1')
    expect(problems).toEqual([])
    expect(value?.sections[0]?.rows.map(({ cells, note }) => [cells[0]?.missing, note])).toEqual([
      ['zero', '-> 18.0, col2'],
      ['zero', '-> 17.6/col1 & 18.0/col2'],
    ])
  })

  test('work_mem headings become parameters of their rows', () => {
    const { value, problems } = parseQpsTable(example('qps.readonly.all'), 'f', { columns: labels.slice(1) })
    expect(problems).toEqual([])
    expect(value?.kind).toBe('relative')
    expect(value?.sections.map(({ param, group, rows }) => [param, group, rows.length])).toEqual([
      [{ name: 'work_mem', value: '1 MB' }, null, 2],
      [{ name: 'work_mem', value: '16 MB' }, null, 2],
    ])
  })
})

test.each([
  ['point-query_range=100', false],
  ['write-only', true],
  ['point-que', true],
  ['wr', true],
  ['read-only_range=10', true],
  ['read-only', true],
  ['read-only_range=10000', false],
  ['my-test_range=100', true],
])('a last line without its end may be cut in the label %s: %s', (label, isRefused) => {
  const text = `col-1 : a\n\ncol-1\n1000\thot-points_range=100\n2000\t${label}`
  const refusals = parseQpsTable(text, 'f').problems.filter(({ refusesRun }) => refusesRun)
  expect(refusals.map(({ line }) => line)).toEqual(isRefused ? [5] : [])
  expect(parseQpsTable(`${text}\n`, 'f').problems).toEqual([])
})

test('a table without ranges may end in a known test without a line end', () => {
  const refusals = (label: string) =>
    parseQpsTable(`col-1 : a\n\ncol-1\n1000\thot-points\n2000\t${label}`, 'f').problems
  expect([refusals('write-only'), refusals('write-o').length]).toEqual([[], 1])
})

describe('refused tables', () => {
  const messages = (text: string, context = {}) => {
    const { value, problems } = parseQpsTable(text, 'f', context)
    return [value === null, ...problems.map(({ line, message }) => `${line ?? '-'}: ${message}`)]
  }

  test('a table whose rows name no test', () => {
    expect(messages(example('qps.abs.broken.tsv'))).toEqual([
      true,
      '-: no row names its test, and its first column is `24`: the table is incomplete; generate it again',
    ])
  })

  test('a header that disagrees with the columns above it', () => {
    expect(messages('col-1 : a\ncol-2 : b\n\ncol-1\n1\tx_range=1\n')).toEqual([
      true,
      '4: header `col-1` does not name col-1 to col-2',
    ])
  })

  test('columns that skip a number', () => {
    expect(messages('col-1 : a\ncol-3 : b\n\ncol-1\tcol-3\n')).toEqual([true, '2: col-3 stands where col-2 should'])
  })

  test('QPS under `Relative to:`, and ratios without it', () => {
    const body = (cell: string) => `col-1 : a\n\ncol-1\n${cell}\tx_range=1\n`
    expect(messages(`Relative to: b\n${body('100')}`)).toEqual([
      true,
      '1: says `Relative to:` but holds whole numbers only, so it may be a table of QPS',
    ])
    expect(messages(body('1.02'))).toEqual([true, '-: holds decimals only, but no `Relative to:` says what they are'])
  })

  test('a .csv that mixes ratios and QPS', () => {
    expect(messages('a_range=1,1.02\nb_range=1,1200\n', { columns: ['x'] })).toEqual([
      true,
      '-: some values have the two decimals of ratios and some do not',
    ])
  })

  test('an empty file and a file of another format', () => {
    const nothing = '-: no table of QPS: no row of numbers with the name of a test'
    expect(messages('')).toEqual([true, nothing])
    expect(messages('hello\nworld\n')).toEqual([true, nothing])
  })

  test('invalid rows and cells are problems, and the others are read', () => {
    const text = [
      'col-1 : a',
      'col-2 : b',
      '',
      'col-1\tcol-2',
      '1\t2\tok_range=1',
      '1\tshort_range=1',
      '1\t2\t3\tlong_range=1',
      '1\tfoo\todd_range=1',
      '1\t-1\tnegative_range=1',
      '1\t0\tzero_range=1',
      '1\t\tempty_range=1',
      '1\tNA\tna_range=1',
      '3\t4\tok_range=1',
      'a remark',
      '',
      'col-1 : c',
    ].join('\n')
    const { value, problems } = parseQpsTable(text, 'f')
    expect(value?.sections[0]?.rows.map((row) => [row.test, row.cells[1]?.value ?? row.cells[1]?.missing])).toEqual([
      ['ok_range=1', 2],
      ['odd_range=1', 'not-understood'],
      ['negative_range=1', 'negative'],
      ['zero_range=1', 'zero'],
      ['empty_range=1', 'empty'],
      ['na_range=1', 'not-available'],
    ])
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '6: 1 values for 2 columns',
      '7: `3` stands where the name of the test should',
      '13: ok_range=1 occurs twice in one group; the first is used',
      '14: `a remark` is neither a row, a header nor a group heading',
      '16: a second table begins here; only the first was read',
      '8: column 2 holds `foo`, expected queries/s',
      '9: column 2 holds `-1`, expected queries/s; restore the file or run the test again',
    ])
    expect(problems.map(({ refusesRun = false }) => refusesRun)).toEqual([...Array(6).fill(false), true])
  })
})
