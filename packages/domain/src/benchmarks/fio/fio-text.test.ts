import { expect, test } from 'vitest'
import { refusal } from '../../parse/invariants/invariants.ts'
import { parseFio, recognizeFio } from './fio-output.ts'
import { fioValues } from './fio-values.ts'

const definition =
  'r: (g=0): rw=randread, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, ioengine=psync, iodepth=1'
const paragraph = (iops: string, ios: number, unit = 'usec', avg = '250.00') => [
  'r: (groupid=0, jobs=1): err= 0: pid=1: Sat Nov 21 01:00:10 2026',
  `  read: IOPS=${iops}, BW=31.2MiB/s (32.8MB/s)(312MiB/10000msec)`,
  `    clat (${unit}): min=10, max=900, avg=${avg}, stdev= 1.00`,
  `     lat (${unit}): min=10, max=900, avg=${avg}, stdev= 1.00`,
  '  lat (usec)   : 50=99.12%',
  '  cpu          : usr=2.00%, sys=3.00%, ctx=1, majf=0, minf=1',
  `     issued rwts: total=${ios},0,0,0 short=0,0,0,0 dropped=0,0,0,0`,
]
const call = (processes: number, ...paragraphs: string[][]) =>
  [
    definition,
    '...',
    'fio-3.33',
    `Starting ${processes} process${processes === 1 ? '' : 'es'}`,
    '',
    ...paragraphs.flat(),
    '',
    'Run status group 0 (all jobs):',
    '',
  ].join('\n')
const valuesOf = (text: string) => parseFio(text, 'f').value?.cases.map((one) => fioValues(one))

test('IOPS of all processes are added, and are exact although printed with a k', () => {
  const text = call(2, paragraph('4000', 40_000), paragraph('40.0k', 400_199))
  expect(recognizeFio(text)).toBe('text')
  expect(valuesOf(text)).toMatchObject([{ values: { iops: 44_019.9, 'r/s': 44_019.9 }, printedIops: 44_000 }])
})

test('CPU per read is the CPU of all processes over all their reads', () => {
  const [found] = valuesOf(call(1, paragraph('4000', 40_000))) ?? []
  // CPU time is 2% and 3% of 10 seconds for 40,000 reads.
  expect(found).toMatchObject({ values: { usPer: 5, syPer: 7.5, cpuPer: 12.5, usec_op: 250 } })
})

test('each line has its own unit, and means are weighted by requests', () => {
  const text = call(2, paragraph('4000', 40_000, 'nsec', '100.00'), paragraph('4000', 40_001, 'msec', '3.00'))
  const [found] = valuesOf(text) ?? []
  expect(found).toMatchObject({ values: { pmax: 900_000 } })
  if (found !== undefined && !('failure' in found))
    expect(found.values.usec_op).toBeCloseTo((0.1 * 40_000 + 3_000 * 40_001) / 80_001, 6)
})

test('a call with a missing process refuses the run, and the message gives both counts', () => {
  expect(parseFio(call(2, paragraph('4000', 40_000)), 'f')).toEqual({
    value: null,
    problems: [refusal('f', 'started 2 processes, but printed results of 1', 1)],
  })
})

test('IOPS that do not follow from requests and time are refused', () => {
  const { value, problems } = parseFio(call(1, paragraph('5000', 40_000)), 'f')
  expect(value).toBeNull()
  expect(problems[0]).toEqual(refusal('f', 'read IOPS of r are 5000, but it issued 40000 in 10000 msec', 6))
})

test('fio 2 is read, where KB are 1024 bytes', () => {
  const text = [
    'r: (g=0): rw=randread, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=32',
    'fio-2.2.10',
    'Starting 1 thread',
    'r: (groupid=0, jobs=1): err= 0: pid=1: Sat Nov 21 01:00:10 2026',
    '  read : io=40000KB, bw=4000.0KB/s, iops=1000, runt= 10000msec',
    '     lat (usec): min=10, max=900, avg=250.00, stdev= 1.00',
    '     issued    : total=r=10000/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0',
  ].join('\n')
  expect(parseFio(text, 'f')).toMatchObject({
    problems: [],
    value: { cases: [{ blockSize: '4k', depth: 32, version: '2.2.10' }] },
  })
  expect(valuesOf(text)).toMatchObject([{ values: { iops: 1000, 'rMB/s': 3.90625 } }])
})

test.each([
  ['a maximum below the mean', 'max=900', 'max=1'],
  ['an unreadable latency', 'avg=', 'avg=x'],
])('%s refuses the run', (_name, from, to) => {
  const text = call(1, paragraph('4000', 40_000)).replace(from, to)
  expect(text).toContain(to)
  expect(parseFio(text, 'f')).toMatchObject({ value: null, problems: [{ file: 'f', refusesRun: true }] })
})

test('a process that failed makes the result a failure', () => {
  const failed = paragraph('4000', 40_000).map((line) =>
    line.replace('err= 0', 'err= 5 (file:x.c:1, func=xfer, error=IO)'),
  )
  expect(valuesOf(call(1, failed))).toEqual([{ failure: 'r failed with error 5' }])
})
