import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { foldedText } from '@assay/testing/run/folded-text'
import { expect, test } from 'vitest'
import { looksLikePerfReport, parsePerfReport } from './parse-perf-report.ts'
import { looksLikePerfScript, parsePerfScript } from './parse-perf-script.ts'

const REPORT = `# Total Lost Samples: 0
#
# Samples: 1K of event 'cycles'
# Event count (approx.): 1000
#
# Overhead  Command          Shared Object      Symbol
# ........  ...............  .................  ..............................
#
    50.00%  postgres         postgres           [.] operator new(unsigned long)
    12.50%  kworker/0:1 ev   [kernel.kallsyms]  [k] do_syscall_64
     0.00%  postgres         libc.so.6          [.] 0x00000000001a2b3c


#
# (Tip: something)
#
`

test('each row of a report is a function with its share; omitted functions have no share', () => {
  expect(looksLikePerfReport(REPORT)).toBe(true)
  const { value, problems } = parsePerfReport(REPORT, 'r')
  expect(problems).toEqual([])
  const [report] = value ?? []
  expect(report).toMatchObject({ event: 'cycles', samples: '1K', eventCount: 1000, profile: { unit: 'percent' } })
  expect(report?.profile.root.total).toBe(100)
  expect(report === undefined ? [] : foldedText(report.profile.root)).toEqual([
    ' 37.5',
    'kworker/0:1 ev;do_syscall_64 12.5',
    'postgres;operator new(unsigned long) 50',
  ])
  expect(report?.profile.root.children[0]?.children[0]?.module).toBe('[kernel]')
})

test('with children and self the value of self is used; several events are several profiles', () => {
  const text = `# Samples: 9  of event 'cycles:P'
# Children      Self  Command  Shared Object  Symbol
# ........  ........  .......  .............  ......
    99.00%     1.00%  a        a              [.] main
            |
            ---main
    98.00%    98.00%  a        a              [.] work

# Samples: 4  of event 'cache-misses'
# Overhead  Symbol
# ........  ......
   100.00%  [k] x
`
  const { value, problems } = parsePerfReport(text, 'r')
  expect(problems).toEqual([])
  expect(value?.map(({ event, profile }) => [event, foldedText(profile.root)])).toEqual([
    ['cycles:P', [' 1', 'a;main 1', 'a;work 98']],
    ['cache-misses', ['x 100']],
  ])
})

test('rows without a ruler above them are refused with their line number', () => {
  expect(parsePerfReport("# Samples: 9  of event 'cycles'\n  50.00%  a  b  [.] c\n", 'r')).toEqual({
    value: null,
    problems: [
      { file: 'r', line: 2, message: '`50.00%  a  b  [.] c`: expected a ruler of dots above the first row' },
      { file: 'r', message: 'holds no function of a perf report' },
    ],
  })
})

const SCRIPT = `postgres 1173507/1173508 [003] 12345.678901:     250000 cycles:P: 
        ffffffffb1a00080 do_syscall_64+0x3b ([kernel.kallsyms])
            7f00aa112233 __libc_pread+0x13 (/usr/lib/x86_64-linux-gnu/libc.so.6)
            55aa00112233 std::map<int, long (*)(int)>::find(int)+0x9 (/usr/bin/postgres)
            55aa00112299 [unknown] (/usr/bin/postgres)

my program 12 12345.7:     150000 cycles:P: 
            55aa00112233 main+0x9 (/usr/bin/my (deleted))

`

test('perf script: samples with periods, the innermost function first', () => {
  expect(looksLikePerfScript(SCRIPT)).toBe(true)
  const { value, problems } = parsePerfScript(SCRIPT, 's')
  expect(problems).toEqual([])
  expect(value?.map(({ event, unit, root }) => [event, unit, foldedText(root)])).toEqual([
    [
      'cycles',
      'events',
      [
        'my program;main 150000',
        'postgres;[postgres];std::map<int, long (*)(int)>::find(int);__libc_pread;do_syscall_64 250000',
      ],
    ],
  ])
})

test('functions without their objects are parsed; a sample with an unreadable line is left out', () => {
  const text = `a 1 1.5:  9 cycles: \n\t  ffff read+0x1\n\t  aaaa std::map<int>::find(int)\n\na 1 1.6:  9 cycles: \n\t  ffff read\n\t???\n\n`
  const { value, problems } = parsePerfScript(text, 's')
  expect(value?.map(({ root }) => foldedText(root))).toEqual([['a;std::map<int>::find(int);read 9']])
  expect(problems).toEqual([
    { file: 's', line: 7, message: '`???`: expected an address, a function and its object below a sample' },
  ])
})

test('a stack that may be truncated is left out, because its callers would be missing', () => {
  const cut = SCRIPT.slice(0, SCRIPT.indexOf('            55aa00112299'))
  expect(parsePerfScript(cut, 's')).toEqual({
    value: null,
    problems: [
      { file: 's', line: 4, message: 'ends within a stack, which is left out' },
      { file: 's', message: 'holds no sample of perf script' },
    ],
  })
})

const ARCHIVE = archivePath('fixtures/perf-report/')

archiveTest('every report of the archive is parsed, row by row', () => {
  const names = readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\d$/.test(name))
  expect(names.length).toBe(6)
  for (const name of names) {
    const text = readFileSync(ARCHIVE + name, 'utf8')
    const { value, problems } = parsePerfReport(text, name)
    expect(problems).toEqual([])
    const [report] = value ?? []
    const printed = [...text.matchAll(/^ +(\d+\.\d+)%/gm)].reduce((sum, [, percent]) => sum + Number(percent), 0)
    const root = report?.profile.root
    expect(root?.children.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(printed, 6)
    expect(root?.total).toBeCloseTo(Math.max(100, printed), 6)
  }
})
