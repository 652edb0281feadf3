import { expect, test } from 'vitest'
import { companionSamples, sampleTimes } from './companion-samples.ts'
import { parseIostat } from './iostat/iostat.ts'
import { measuredWindow } from './measured-window.ts'
import { parseVmstat } from './vmstat/vmstat.ts'

const vmstat = parseVmstat(
  `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0    100     10     10    0    0     0     0    9    9 99  1  0  0  0
 1  0      0    100     10     10    0    0     0     0    9  100 10  5 85  0  0
 1  0      0    100     10     10    0    0     0     0    9  200 20  5 75  0  0
 1  0      0    100     10     10    0    0     0     0    9  300 30  5 65  0  0
`,
  'f',
).value

/** Output with a report since boot, in MB. */
const iostat = parseIostat(
  `Linux 5.15.0 (box) \t01/02/26 \t_x86_64_\t(4 CPU)

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           2.00    0.00    1.00    0.00    0.00   97.00

Device r/s rMB/s w/s wMB/s
sda 999.00 9.00 999.00 9.00

${[1, 2, 3].map((i) => `Device r/s rMB/s w/s wMB/s\nsda ${i}.00 ${i}.50 ${i * 10}.00 0.00\n`).join('\n')}`,
  'f',
).value

const second = () => ({ intervalSeconds: 1, startSeconds: 1 })

test('samples leave out the report since boot and are in MiB for every unit of iostat', () => {
  const samples = companionSamples({ vmstat, iostat, device: 'sda' }, second)
  expect(Object.fromEntries(samples.map(({ metric, values }) => [metric, values]))).toEqual({
    'cpu/s': [15, 25, 35],
    'cs/s': [100, 200, 300],
    'r/s': [1, 2, 3],
    'rMB/s': [1.5, 2.5, 3.5],
    'w/s': [10, 20, 30],
    'wMB/s': [0, 0, 0],
  })
})

test('the measured part is the end of a recording, or all of it when its times are unknown', () => {
  const known = { sampleSeconds: 1, elapsedSeconds: 2.03 }
  const last = companionSamples({ ...measuredWindow({ vmstat, iostat }, known), device: 'sda' }, second)
  expect(last.map(({ values }) => values.length)).toEqual([2, 2, 2, 2, 2, 2])
  expect(last.find(({ metric }) => metric === 'r/s')?.values).toEqual([2, 3])
  const all = measuredWindow({ vmstat, iostat }, { sampleSeconds: undefined, elapsedSeconds: 2.03 })
  expect(all).toEqual({ vmstat, iostat })
})

test('an unlisted device and a missing device have no samples', () => {
  for (const device of ['sdb', '__proto__', null]) {
    expect(companionSamples({ vmstat: null, iostat, device }, second)).toEqual([])
  }
})

test.each([
  [{ sampleSeconds: 1, elapsedSeconds: 10.01 }, 10, { intervalSeconds: 1, startSeconds: 1 }],
  // Two seconds passed before the first of those samples began.
  [{ sampleSeconds: 1, elapsedSeconds: 10.01 }, 8, { intervalSeconds: 1, startSeconds: 3 }],
  [{ sampleSeconds: 5, elapsedSeconds: 60 }, 12, { intervalSeconds: 5, startSeconds: 5 }],
  [{ sampleSeconds: 1, elapsedSeconds: undefined }, 7, { intervalSeconds: 1, startSeconds: 1 }],
  [{ sampleSeconds: undefined, elapsedSeconds: 600.03 }, 601, { intervalSeconds: 1, startSeconds: 1 }],
  [{ sampleSeconds: undefined, elapsedSeconds: 600.03 }, 120, null],
  [{ sampleSeconds: undefined, elapsedSeconds: 600.03 }, 300, null],
  [{ sampleSeconds: undefined, elapsedSeconds: 5 }, 5, null],
  [{ sampleSeconds: undefined, elapsedSeconds: undefined }, 600, null],
])('with %o, %i samples have the times %o', (known, count, times) => {
  expect(sampleTimes(count, known)).toEqual(times)
})
