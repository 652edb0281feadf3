import { expect, test } from 'vitest'
import { averageVmstat, averageVmstatAsPublished } from './average-vmstat.ts'
import { parseVmstat } from './vmstat.ts'

const GROUPS = 'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n'
const HEADER = ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n'
const row = (cs: number, us: number, sy: number) =>
  ` 1  0      0 233109 300708 874368    0    0     0     0   86 ${String(cs).padStart(4)} ${String(us).padStart(2)} ${String(sy).padStart(2)} ${String(100 - us - sy).padStart(2)}  0  0\n`
const TEXT = `${GROUPS}${HEADER}${row(500, 1, 1)}${row(100, 10, 20)}${row(200, 20, 30)}${GROUPS}${HEADER}${row(300, 30, 40)}`

const understood = (text: string) => {
  const { value, problems } = parseVmstat(text, 'vm')
  expect(problems).toEqual([])
  return value ?? expect.fail('no value')
}

test('columns are keyed by name, the line since boot is separate, and repeated headers are counted', () => {
  const vmstat = understood(TEXT)
  expect(vmstat.columns).toHaveLength(17)
  expect(vmstat.samples.cs).toEqual([100, 200, 300])
  expect(vmstat.sinceBoot.cs).toBe(500)
  expect(vmstat).toMatchObject({ headerPairs: 2, timestamps: null, lastLineCut: false })
})

test('correct means leave the since-boot line out; the archive counts it, and the second header as zeros', () => {
  expect(averageVmstat(understood(TEXT))).toEqual({
    samples: 3,
    contextSwitchesPerSecond: 200,
    userPercent: 20,
    systemPercent: 30,
    idlePercent: 50,
    waitPercent: 0,
    stealPercent: 0,
  })
  expect(averageVmstatAsPublished(understood(TEXT))).toMatchObject({
    samples: 5,
    contextSwitchesPerSecond: (500 + 100 + 200 + 300) / 5,
    userPercent: (1 + 10 + 20 + 30) / 5,
  })
})

test('a single line is the mean since boot, so there is no correct mean', () => {
  const vmstat = understood(GROUPS + HEADER + row(500, 1, 1))
  expect(averageVmstat(vmstat)).toBeNull()
  expect(averageVmstatAsPublished(vmstat)?.samples).toBe(1)
})

test('wide output with the column gu is parsed', () => {
  const vmstat = understood(
    `--procs-- -----------------------memory---------------------- ---swap-- -----io---- -system-- ----------cpu----------
   r    b         swpd         free         buff        cache   si   so    bi    bo   in   cs  us  sy  id  wa  st  gu
   1    0            0     23320020       300708       874456    0    0   966  1497  290  526   8   2  88   1   1   0
   1    0            0     23320020       300708       874456    0    0     0     0  138  155   0   1  99   0   0   7
`,
  )
  expect(vmstat.columns.at(-1)).toBe('gu')
  expect(vmstat.samples.gu).toEqual([7])
})

test('timestamps of -t are parsed with any time zone', () => {
  for (const zone of ['UTC', 'CEST', '+0530']) {
    const stamped = (text: string, time: string) => text.replace('\n', ` ${time}\n`)
    const text = `${GROUPS}${stamped(HEADER, `                ${zone}`)}${stamped(row(1, 1, 1), '2026-11-21 00:11:05')}${stamped(row(2, 2, 2), '2026-11-21 00:11:06')}`
    expect(understood(text).timestamps).toEqual(['2026-11-21 00:11:06'])
  }
})

test('active and inactive memory of -a are columns like others', () => {
  expect(understood(TEXT.replaceAll('  buff  cache', ' inact active')).columns).toContain('active')
})

test('a truncated last line is left out without a problem; a complete one without a line end is parsed', () => {
  const whole = TEXT.trimEnd()
  expect(understood(whole).samples.cs).toEqual([100, 200, 300])
  for (const cut of [1, 2, 3, 10, 40, 78]) {
    const vmstat = understood(whole.slice(0, -cut))
    expect(vmstat.samples.cs, `${cut} characters`).toEqual([100, 200])
    expect(vmstat.lastLineCut).toBe(true)
  }
})

test('a truncated last number is not read as a smaller one', () => {
  expect(understood(`${TEXT}${row(4, 1, 1).replace(/ 0\n$/, '10')}`).samples.st?.at(-1)).toBe(10)
  expect(understood(`${TEXT}${row(4, 1, 1).replace(/ 0\n$/, '1')}`)).toMatchObject({ lastLineCut: true })
})

test('CRLF does not change the result', () => {
  expect(understood(TEXT.replaceAll('\n', '\r\n'))).toEqual(understood(TEXT))
})

test.each([
  ['', 'the file is empty', undefined],
  [row(1, 1, 1), 'stands before the header that names the columns', 1],
  [GROUPS + HEADER, 'no vmstat values', undefined],
  [HEADER.replace(' us', ' xx') + row(1, 1, 1), 'is not a column of vmstat', 1],
])('%j is refused', (text, message, line) => {
  const { value, problems } = parseVmstat(text, 'vm')
  expect(value).toBeNull()
  expect(problems[0]).toEqual({ file: 'vm', message: expect.stringContaining(message), ...(line ? { line } : {}) })
})

test('a line with an unreadable number only loses its own sample and leaves a gap', () => {
  const { value, problems } = parseVmstat(TEXT.replace(' 200 ', ' 2x0 '), 'vm')
  expect(value?.samples.cs).toEqual([100, 300])
  expect([value?.gaps, problems]).toEqual([[1], []])
})

test('a line with more than 100% of all CPUs is not a sample', () => {
  const { value } = parseVmstat(`${GROUPS}${HEADER}${row(1, 1, 1)}${row(1, 30, 10)}${row(1, 1010, 10)}`, 'vm')
  expect([value?.samples.us?.length, value?.gaps]).toEqual([1, [1]])
})
