import { expect, test } from 'vitest'
import { averageIostat, averageIostatAsPublished } from './average-iostat.ts'
import { chooseDevice } from './choose-device.ts'
import { parseIostat } from './iostat.ts'

const FIRST_LINE = 'Linux 6.1.0 (bench) \t11/21/26 \t_x86_64_\t(4 CPU)\n'
const CPU =
  'avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          10.00    0.00   20.00    0.00    0.50   69.50\n\n'
const HEADER = 'Device            r/s     rkB/s     w/s     wkB/s  %util\n'
const device = (name: string, values: readonly number[]) =>
  `${name.padEnd(8)}${values.map((value) => value.toFixed(2).padStart(10)).join('')}   0.80\n`
const report = (rows: string) => `${CPU}${HEADER}${rows}\n\n`
const BOOT = report(device('vda', [99.9, 999.9, 99.9, 999.9]))
const REPORTS = report(device('vda', [1, 4, 10, 40])) + report(device('vda', [3, 12, 20, 80]))

const understood = (text: string) => {
  const { value, problems } = parseIostat(text, 'io')
  expect(problems).toEqual([])
  return value ?? expect.fail('no value')
}

test('machine, CPU and devices by column name', () => {
  expect(understood(`${FIRST_LINE}\n${BOOT}${REPORTS}`)).toMatchObject({
    cpus: 4,
    kernel: '6.1.0',
    columns: ['r/s', 'rkB/s', 'w/s', 'wkB/s', '%util'],
    devices: { vda: { 'r/s': [99.9, 1, 3], '%util': [0.8, 0.8, 0.8] } },
    cpu: { user: [10, 10, 10], steal: [0.5, 0.5, 0.5] },
    deviceHeaders: 3,
  })
})

test('the first report is the mean since boot unless two empty lines above it say -y', () => {
  const withBoot = understood(`${FIRST_LINE}\n${BOOT}${REPORTS}`)
  const without = understood(`${FIRST_LINE}\n\n${REPORTS}`)
  expect([withBoot.firstReportSinceBoot, without.firstReportSinceBoot]).toEqual([true, false])
  const wanted = {
    device: 'vda',
    samples: 2,
    readsPerSecond: 2,
    readKbPerSecond: 8,
    writesPerSecond: 15,
    writeKbPerSecond: 60,
  }
  expect(averageIostat(withBoot, 'vda')).toEqual(wanted)
  expect(averageIostat(without, 'vda')).toEqual(wanted)
  expect(averageIostatAsPublished(withBoot, 'vda')?.samples).toBe(3)
})

test('MB and sectors become KB, as the header states', () => {
  const mb = understood(`${FIRST_LINE}\n\n${REPORTS.replaceAll('kB/s', 'MB/s')}`)
  expect(averageIostat(mb, 'vda')).toMatchObject({ readKbPerSecond: 8 * 1024, writeKbPerSecond: 60 * 1024 })
  const sectors = understood(`${FIRST_LINE}\n\n${REPORTS.replaceAll('kB/s', 'sec/s')}`)
  expect(averageIostat(sectors, 'vda')).toMatchObject({ readKbPerSecond: 4, writeKbPerSecond: 30 })
})

test('older layouts with await and svctm, another order and Device: with a colon', () => {
  const iostat = understood(`${FIRST_LINE}
${CPU}Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util
sda               0.00     1.00    5.00    7.00    20.00    28.00     8.00     0.01    0.50   0.10   0.30

${CPU}Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util
sda               0.00     1.00    6.00    8.00    24.00    32.00     8.00     0.01    0.50   0.10   0.30
`)
  expect(averageIostat(iostat, 'sda')).toEqual({
    device: 'sda',
    samples: 1,
    readsPerSecond: 6,
    readKbPerSecond: 24,
    writesPerSecond: 8,
    writeKbPerSecond: 32,
  })
})

test('decimal commas and time stamps of other locales', () => {
  const text = `${FIRST_LINE}\n\n${REPORTS.replace(/(\d)\.(\d)/g, '$1,$2')}`
  expect(understood(text)).toEqual(understood(`${FIRST_LINE}\n\n${REPORTS}`))
  for (const stamp of ['03/05/2025 05:46:03 PM', '2025-03-05T17:46:03+0000', '05.03.2025 17:46:03']) {
    expect(understood(`${FIRST_LINE}\n\n${stamp}\n${REPORTS}`).deviceHeaders, stamp).toBe(2)
  }
})

test('a truncated last line is left out without a problem', () => {
  const whole = `${FIRST_LINE}\n\n${REPORTS}`.trimEnd()
  expect(understood(whole).devices.vda?.['r/s']).toEqual([1, 3])
  for (const cut of [1, 2, 5, 12, 40]) {
    const iostat = understood(whole.slice(0, -cut))
    expect(iostat.devices.vda?.['r/s'], `${cut} characters`).toEqual([1])
    expect(iostat.lastLineCut).toBe(true)
  }
})

test('plain iostat without r/s has no means', () => {
  const text =
    'Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda               1.00         2.00         3.00          4          5\n'
  expect(averageIostat(understood(text), 'sda')).toBeNull()
})

test.each([
  ['', 'the file is empty'],
  ['Linux 6.1.0 (bench) \t11/21/26 \t_x86_64_\t(4 CPU)\n', 'no `Device` table of iostat'],
  ['sda 1.00 2.00\n', 'stands before a `Device` header'],
])('%j is refused', (text, message) => {
  const { value, problems } = parseIostat(text, 'io')
  expect(value).toBeNull()
  expect(problems[0]?.message).toContain(message)
})

test('a row with too few values is a problem with its line', () => {
  const { value, problems } = parseIostat(`${FIRST_LINE}\n\n${REPORTS}vdb 1.00\n`, 'io')
  expect(problems).toMatchObject([{ line: 18, message: '`vdb 1.00` is not a device and 5 values' }])
  expect(Object.keys(value?.devices ?? {})).toEqual(['vda'])
})

const machine = (...devices: [string, number][]) =>
  understood(`${FIRST_LINE}\n\n${report(devices.map(([name, kb]) => device(name, [1, kb, 1, kb])).join(''))}`)

test('software RAID is chosen over its members, which list the same requests', () => {
  expect(chooseDevice([machine(['md0', 1], ['md2', 100], ['nvme0n1', 101], ['nvme1n1', 101])])?.device).toBe('md2')
  expect(chooseDevice([machine(['md0', 200], ['nvme0n1', 100], ['nvme1n1', 100])])?.device).toBe('md0')
})

test('a small system RAID is not chosen over the disk of the database', () => {
  expect(chooseDevice([machine(['md0', 2], ['nvme0n1', 3], ['nvme2n1', 500])])?.device).toBe('nvme2n1')
})

test('the device is chosen by the requests in all steps of a server', () => {
  const quiet = machine(['sda', 2], ['sdb', 1])
  const busy = machine(['sda', 3], ['sdb', 900])
  expect(chooseDevice([quiet])?.device).toBe('sda')
  expect(chooseDevice([quiet, busy])?.device).toBe('sdb')
})

test('the mean since boot is not used to choose the device', () => {
  const rows = (a: number, b: number) => report(device('sda', [1, a, 1, a]) + device('sdb', [1, b, 1, b]))
  const iostat = understood(`${FIRST_LINE}\n${rows(9_000, 1)}${rows(1, 500)}`)
  expect(chooseDevice([iostat])?.device).toBe('sdb')
})

test('loop, ram and optical devices are never chosen, a named device always, if it is listed', () => {
  expect(chooseDevice([machine(['loop0', 900], ['zram0', 900], ['sr0', 900], ['vda', 1])])).toEqual({
    device: 'vda',
    why: 'the only device',
  })
  expect(chooseDevice([machine(['loop0', 9], ['vda', 1])], 'loop0')?.device).toBe('loop0')
  expect(chooseDevice([machine(['vda', 1])], 'md2')).toBeNull()
})

test('without traffic no device can be chosen from two', () => {
  expect(chooseDevice([machine(['sda', 0], ['sdb', 0])])).toBeNull()
  expect(chooseDevice([])).toBeNull()
})
