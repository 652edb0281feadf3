import { expect, test } from 'vitest'
import { parseSysbenchLoadLog } from './sysbench-load-log.ts'
import { isSysbenchVacuumFile, parseSysbenchVacuumLog } from './sysbench-vacuum-log.ts'

const LOG = `vac_pg starts at Sat Nov 21 10:01:33 PM UTC 2026 with sleep_secs = 110
nr is :: 80000000 :: and ntabs is :: 8 ::
anything after it
`

test('the log of the pause after the load states rows and tables', () => {
  expect(parseSysbenchVacuumLog(LOG, 'f')).toEqual({
    value: { rows: 80_000_000, tables: 8, sleepSeconds: 110 },
    problems: [],
  })
})

test('a log without its second line is a problem, and other files of the pause are ignored', () => {
  expect(parseSysbenchVacuumLog(LOG.split('\n')[0] ?? '', 'f').problems).toMatchObject([{ line: 1 }])
  expect(parseSysbenchVacuumLog('Table\tOp\n', 'f')).toEqual({ value: null, problems: [] })
})

test('file names distinguish the log of the pause from sysbench output', () => {
  expect(['sb.o.myvac', 'a/sb.o.pgvac.sbtest1', 'sb.o.myvac.at.1'].every(isSysbenchVacuumFile)).toBe(true)
  expect(['sb.o.scan.range100.pk1.dop1', 'sb.o.vacation.range100.pk1'].some(isSysbenchVacuumFile)).toBe(false)
})

test('the load log ends with its rate in rows per second', () => {
  const text = 'Seconds for: 71 load, 6 index\nLoad seconds is 639 for 8 tables, .125 Mips, 125195 ips\n'
  expect(parseSysbenchLoadLog(text, 'f')).toEqual({
    value: { seconds: 639, tables: 8, rowsPerSecond: 125195 },
    problems: [],
  })
  expect(parseSysbenchLoadLog('Inserting\n', 'f').value).toBeNull()
  expect(parseSysbenchLoadLog('Load seconds is 0 for 8 tables, 0 Mips, 0 ips\n', 'f')).toMatchObject({
    value: null,
    problems: [{ line: 1 }],
  })
})
