import { expect, test } from 'vitest'
import { parsePerfStat } from './parse-perf-stat.ts'
import {
  looksLikePerfStatCsv,
  looksLikePerfStatJson,
  parsePerfStatCsv,
  parsePerfStatJson,
} from './parse-perf-stat-rows.ts'
import { perfRates } from './perf-stat-rates.ts'
import { looksLikePerfStatJoin, looksLikePerfStatTable, parsePerfStatTable } from './perf-stat-table.ts'

const TEXT = `# started on Sat Nov 21 03:00:00 2026


 Performance counter stats for process id '77':

          2,000.00 msec cpu-clock                 #    0.500 CPUs utilized
     6,000,000,000      cycles                    #    3.000 GHz
   <not supported>      bus-cycles
     3,000,000,000      instructions              #    0.50  insn per cycle           (74.99%)
     <not counted>      branches                                                      (0.00%)

       4.000000000 seconds time elapsed

       1.900000000 seconds user
       0.100000000 seconds sys

# started on Sat Nov 21 03:00:05 2026


 Performance counter stats for 'sleep 4' (5 runs):

               400      faults                    #  100.0 /sec                    ( +-  0.10% )

           4.00000 +- 0.00100 seconds time elapsed  ( +-  0.03% )

`

const unwrap = <T>({ value }: { value: T | null }): T => {
  if (value === null) throw new Error('nothing was read')
  return value
}

test('every perf stat of a file is a run; an event that was not counted is missing and not 0', () => {
  const { value, problems } = parsePerfStat(TEXT, 'perf')
  expect(problems).toEqual([])
  expect(value?.runs.map(({ line, startedOn, seconds }) => [line, startedOn, seconds])).toEqual([
    [4, 'Sat Nov 21 03:00:00 2026', 4],
    [20, 'Sat Nov 21 03:00:05 2026', 4],
  ])
  expect(value?.runs[0]?.counters).toEqual([
    { event: 'cpu-clock', value: 2000, unit: 'msec', runningPercent: null },
    { event: 'cycles', value: 6e9, unit: '', runningPercent: null },
    { event: 'bus-cycles', value: null, unit: '', runningPercent: null },
    { event: 'instructions', value: 3e9, unit: '', runningPercent: 74.99 },
    { event: 'branches', value: null, unit: '', runningPercent: 0 },
  ])
})

test('rates are per second of wall time, ratios are of the counters of one run', () => {
  const { perSecond, ratios } = perfRates([unwrap(parsePerfStat(TEXT, 'perf'))])
  expect(Object.fromEntries(perSecond)).toEqual({
    'cpu-clock': 500,
    cycles: 1.5e9,
    instructions: 0.75e9,
    faults: 100,
  })
  expect(Object.fromEntries(ratios)).toEqual({ ipc: 0.5, GHz: 3 })
})

test('a truncated perf stat is left out, and the problem names its first line', () => {
  const cut = TEXT.slice(0, TEXT.indexOf('   <not supp'))
  const { value, problems } = parsePerfStat(cut, 'perf')
  expect(problems).toEqual([
    { file: 'perf', line: 4, message: 'ends before `seconds time elapsed`, so its counters are left out' },
  ])
  const { perSecond, ratios } = perfRates([unwrap({ value })])
  expect(perSecond.size + ratios.size).toBe(0)
})

test('samples are weighted by their seconds', () => {
  const of = (cycles: string, seconds: string) =>
    unwrap(
      parsePerfStat(
        ` Performance counter stats for 'system wide':\n\n ${cycles} cycles\n\n ${seconds} seconds time elapsed\n`,
        'x',
      ),
    )
  expect(perfRates([of('100', '1.0'), of('500', '2.0')]).perSecond.get('cycles')).toBe(200)
})

test('numbers of other locales, intervals and counts by CPU are refused with their line number', () => {
  const problemOf = (line: string) =>
    parsePerfStat(` Performance counter stats for 'x':\n${line}\n 1.0 seconds time elapsed\n`, 'f').problems[0]
  expect(problemOf('  12.704.819   cycles')).toEqual({
    file: 'f',
    line: 2,
    message: '`12.704.819   cycles`: expected a number such as 14,284,550,053',
  })
  expect(problemOf('  12.704   cycles')?.message).toContain('expected a whole number')
  expect(problemOf('  12 704   cycles')?.message).toContain('expected')
  expect(problemOf('  CPU0   12   cycles')?.message).toContain('without -A')
  expect(problemOf('  12   cycles\n  13   cycles')?.message).toContain('twice')
  expect(parsePerfStat('#  time  counts unit events\n 1.0 12 cycles\n', 'f')).toMatchObject({ value: null })
})

test('cycles of user code alone are `cycles:u`, and the counts of a hybrid CPU are added', () => {
  const rates = (lines: string) =>
    Object.fromEntries(
      perfRates([
        unwrap(parsePerfStat(` Performance counter stats for 'x':\n${lines}\n 1.0 seconds time elapsed\n`, 'f')),
      ]).perSecond,
    )
  expect(rates('  5 cycles:u\n 7 instructions:uP\n 9 branches:ppp')).toEqual({
    'cycles:u': 5,
    'instructions:u': 7,
    branches: 9,
  })
  expect(rates('  5 cpu_core/cycles/\n 7 cpu_atom/cycles/')).toEqual({ cycles: 12 })
  expect(rates('  5 faults\n 5 page-faults')).toEqual({ faults: 5 })
})

test('perf stat -x, and -j give the same counters', () => {
  const csv = `# started on Sat Nov 21 03:00:00 2026\n\n4000000000,ns,duration_time,4000000000,100.00,1.000,G/sec\n6000,,cycles,99,100.00,3.0,GHz\n3000,,instructions,99,50.00,0.50,insn per cycle\n,,,,,,0.10,stalled cycles per insn\n<not supported>,,bus-cycles,0,100.00,,\n7,,cpu/event=0x3c,umask=0x0/,99,100.00,,\n`
  expect(looksLikePerfStatCsv(csv)).toBe(true)
  const { value, problems } = parsePerfStatCsv(csv, 'csv')
  expect(problems).toEqual([])
  expect(value?.runs[0]?.seconds).toBe(4)
  expect(value?.runs[0]?.counters.slice(1)).toEqual([
    { event: 'cycles', value: 6000, unit: '', runningPercent: null },
    { event: 'instructions', value: 3000, unit: '', runningPercent: 50 },
    { event: 'bus-cycles', value: null, unit: '', runningPercent: null },
    { event: 'cpu/event=0x3c,umask=0x0/', value: 7, unit: '', runningPercent: null },
  ])
  const json =
    '{"counter-value" : "6000.000000", "unit" : "", "event" : "cycles", "event-runtime" : 99, "pcnt-running" : 100.00, "metric-value" : "3.0", "metric-unit" : "GHz"}\n' +
    '{"counter-value" : "<not counted>", "unit" : "", "event" : "branches", "event-runtime" : 0, "pcnt-running" : 0.00}\n'
  expect(looksLikePerfStatJson(json)).toBe(true)
  expect(parsePerfStatJson(json, 'json').value?.runs[0]?.counters).toEqual([
    { event: 'cycles', value: 6000, unit: '', runningPercent: null },
    { event: 'branches', value: null, unit: '', runningPercent: 0 },
  ])
})

test('perf stat -r with -x;: the spread of the repeats is not part of the event name', () => {
  const text =
    '935.92;msec;cpu-clock;8.60%;936006097;100.00;0.930;CPUs utilized\n346;;context-switches;22.40%;99;100.00;;\n'
  const { value, problems } = parsePerfStatCsv(text, 'csv')
  expect(problems).toEqual([])
  expect(value?.runs[0]?.counters.map(({ event, value: count }) => [event, count])).toEqual([
    ['cpu-clock', 935.92],
    ['context-switches', 346],
  ])
})

test('a table of one sample: -1 means not supported, and a misspelt name is corrected', () => {
  const text = 'cycles\t120\nbus-cycles\t-1\nipc\t0.58\nbranch-miss-pct\t6.86\nmigratons\t3\ninstructions\t70\n'
  expect(looksLikePerfStatTable(text)).toBe(true)
  expect(Object.fromEntries(unwrap(parsePerfStatTable(text, 't')).values)).toEqual({
    cycles: 120,
    'bus-cycles': null,
    ipc: 0.58,
    'branch-miss%': 6.86,
    migrations: 3,
    instructions: 70,
  })
  expect(parsePerfStatTable('cycles\t12', 't').value).toBeNull()
})

test('joined tables are recognized by their columns', () => {
  expect(looksLikePerfStatJoin('cycles 1 2\ninstructions 3 4\nbus-cycles -1 -1\n')).toBe(true)
  expect(looksLikePerfStatJoin('1.10\t0.90\tcycles\nINF\tINF\tfaults\n1.000\t1.000\tbus-cycles\n')).toBe(true)
  expect(looksLikePerfStatJoin('a 1 2\nb 3 4\nc 5 6\n')).toBe(false)
})
