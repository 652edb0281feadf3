import { expect, test } from 'vitest'
import type { ServerRow } from './server-table.ts'
import { parseServerTables } from './server-table.ts'
import { stepsByPosition } from './step-order.ts'

const LOAD = ['50000\t0\t1\ta', '90000\t0\tNA\ta', '30000\t0\t1\ta']

function rows(...lines: string[]): readonly ServerRow[] {
  const text = ['ips\tqps\tp50\ttag', ...lines, ''].join('\n')
  return parseServerTables(text, 'f').value?.[0]?.groups.flat() ?? []
}
const names = (lines: string[], clients = 1) =>
  stepsByPosition(rows(...lines), clients)?.map(({ name }) => name) ?? null

test('the orders of 2023 and 2024 are found by the number and kinds of steps', () => {
  const old = ['100\t900\t1\ta', '499\t800\t1\ta', '997\t700\t1\ta']
  expect(names([...LOAD, ...old])?.slice(3)).toEqual(['q100.1', 'q500.1', 'q1000.1'])
  const recent = ['2000\t0\t1\ta', ...old.flatMap((row) => [row, row])]
  expect(names([...LOAD, ...recent])?.slice(3)).toEqual([
    'l.i2',
    'qr100',
    'qp100',
    'qr500',
    'qp500',
    'qr1000',
    'qp1000',
  ])
})

test('the target is per client, and a missed target does not change the step', () => {
  const eight = ['790\t900\t1\ta', '3960\t800\t1\ta', '2000\t700\t1\ta']
  expect(names([...LOAD, ...eight], 8)).toHaveLength(6)
  expect(names([...LOAD, ...eight], 1)).toBeNull()
  expect(names([...LOAD, ...eight], 12)).toBeNull()
})

test.each([
  ['a step is missing', [...LOAD, '100\t900\t1\ta', '499\t800\t1\ta']],
  [
    'l.x stands elsewhere',
    [LOAD[1] ?? '', LOAD[0] ?? '', LOAD[2] ?? '', '100\t9\t1\ta', '499\t8\t1\ta', '997\t7\t1\ta'],
  ],
  ['a step has no queries', [...LOAD, '100\t900\t1\ta', '499\t0\t1\ta', '997\t7\t1\ta']],
  ['a step inserts faster than its target', [...LOAD, '100\t900\t1\ta', '700\t9\t1\ta', '997\t7\t1\ta']],
])('no order fits when %s', (_why, lines) => {
  expect(names(lines)).toBeNull()
})
