import { expect, test } from 'vitest'
import { holdsRatios, holdsServerTable, parseServerTables } from './server-table.ts'

const HEADER = 'ips\tqps\trps\trss\tp50\ttag'
const table = (...rows: string[]) => [HEADER, ...rows, ''].join('\n')
const parse = (text: string) => parseServerTables(text, 'f')
const messages = (text: string) => parse(text).problems.map(({ line, message }) => `${line}: ${message}`)

test('rows are grouped, and cells are keyed by the name of their column', () => {
  const { value, problems } = parse(table('100\t20\t0.5\t0.0\tNA\tpg1.a', '-', '99\t21\t7\t1.2\t30\tmy2.b'))
  expect(problems).toEqual([])
  expect(value?.map(({ groups }) => groups.map((rows) => rows.map(({ tag }) => tag)))).toEqual([[['pg1.a'], ['my2.b']]])
  const cells = value?.[0]?.groups[0]?.[0]?.cells
  expect([cells?.get('ips'), cells?.get('p50')]).toEqual([
    { text: '100', value: 100 },
    { text: 'NA', value: null },
  ])
})

test('a word above a header names the step of the table', () => {
  const { value } = parse(`\nl.i0\n${table('1\t0\t0\t0\t1\ta1')}\nq100.2\n${table('2\t3\t0\t0\t1\ta1')}`)
  expect(value?.map(({ heading, line }) => [heading, line])).toEqual([
    ['l.i0', 3],
    ['q100.2', 7],
  ])
})

test('columns are identified by name, and unknown columns are problems', () => {
  const { value, problems } = parse('ips\tqps\trkbps\tnew\ttag\n5\t6\t7\t8\ta1\n')
  expect(value?.[0]?.columns).toEqual(['ips', 'qps', 'rkbps'])
  expect(problems.map(({ message }) => message.slice(0, 40))).toEqual(['columns `new` are not known and left out'])
  expect(parse('ips\tqps\tips\ttag\n5\t6\t7\ta1\n').value).toBeNull()
})

test('ratios are distinguished from rates by their decimals', () => {
  const kinds = [table('1.00\t1\t0.5\t1\t1.05\ta1'), table('1\t0\t1\t1\t2\ta1'), table('inf\t0.97\t1\t1\tNA\ta1')]
  expect(kinds.map((text) => parse(text).value?.map(holdsRatios))).toEqual([[true], [false], [true]])
})

test('response times: `nonzero` is a share without a number', () => {
  const { value } = parse('256us\t1ms\tgt\tmax\ttag\n0.000\tnonzero\t99.9\t0.017\ta1\n')
  expect(value?.[0]).toMatchObject({ kind: 'response-times' })
  const cells = value?.[0]?.groups[0]?.[0]?.cells
  expect(['256us', '1ms', 'max'].map((name) => cells?.get(name)?.value)).toEqual([0, null, 0.017])
})

test('a line that is not a row is a problem with its number, and the other rows are read', () => {
  const text = table('1\t2\t3\t4\t5', '1\t2\t3\t4\tx\ta1', '1\t-2\t3\t4\t5\ta1', 'two words', '1\t2\t3\t4\t5\ta1')
  expect(messages(text)).toEqual([
    '2: 5 cells, the last `5`; expected 6, the last a server',
    '3: `x` stands where p50 should: not a number',
    '5: `two words` is neither a row, a header nor the name of a step',
    '6: a row without a header above it, so nothing says what its numbers are',
    '4: a1: qps is -2, and cannot be negative; restore the file or run the test again',
  ])
})

test('a file that ends inside a row refuses the run', () => {
  expect(messages(`${HEADER}\n1\t2\t3\t4\t5\ta1\n1\t2\t3`)).toEqual([
    '3: the file ends inside this row; restore the file or run the test again',
  ])
  expect(parse('').problems).toHaveLength(1)
})

test('tables are recognized by their header', () => {
  expect([HEADER, 'ips\tsecs\tcnf', 'qps\tips\ttag', ''].map(holdsServerTable)).toEqual([true, false, false, false])
})
