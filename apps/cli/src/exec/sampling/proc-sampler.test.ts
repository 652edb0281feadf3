import { averageIostat } from '@assay/domain/companion-files/iostat/average-iostat'
import { parseIostat } from '@assay/domain/companion-files/iostat/iostat'
import { averageVmstat } from '@assay/domain/companion-files/vmstat/average-vmstat'
import { parseVmstat } from '@assay/domain/companion-files/vmstat/vmstat'
import { expect, test } from 'vitest'
import { iostatHeading, iostatReport, readDiskstats } from './proc-iostat.ts'
import { readSnapshot, VMSTAT_HEADER, vmstatLine } from './proc-vmstat.ts'

/**
 * Contents of /proc `seconds` after the first sample, on two CPUs: 60% user, 10% nice, 10% kernel, 4% iowait, 6% steal.
 */
function snapshot(seconds: number) {
  const ticks = [120, 20, 10, 20, 8, 5, 5, 12].map((perSecond) => 1_000 + perSecond * seconds)
  const read = readSnapshot({
    stat: `cpu  ${ticks.join(' ')} 0 0\ncpu0 1 2 3\nintr ${500 + 300 * seconds} 1 2 3\nctxt ${900 + 4_000 * seconds}\nprocs_running 3\nprocs_blocked 1\n`,
    meminfo:
      'MemTotal: 9 kB\nMemFree: 100 kB\nBuffers: 20 kB\nCached: 30 kB\nSwapTotal: 50 kB\nSwapFree: 45 kB\nSReclaimable: 7 kB\n',
    vmstat: `pswpin ${seconds}\npswpout 0\npgpgin ${2_000 * seconds}\npgpgout ${64 * seconds}\n`,
    uptime: `${1_000 + seconds}.00 1.00`,
  })
  if (read === null) throw new Error('the text above has CPU times')
  return read
}

test('samples of /proc equal the output of vmstat, also for the parser', () => {
  const text =
    VMSTAT_HEADER +
    vmstatLine(null, snapshot(0)) +
    vmstatLine(snapshot(0), snapshot(1)) +
    vmstatLine(snapshot(1), snapshot(3))
  const { value, problems } = parseVmstat(text, 'f')
  expect(problems).toEqual([])
  expect(value?.samples).toEqual({
    r: [3, 3],
    b: [1, 1],
    swpd: [5, 5],
    free: [100, 100],
    buff: [20, 20],
    cache: [37, 37],
    si: [4, 4],
    so: [0, 0],
    bi: [2_000, 2_000],
    bo: [64, 64],
    in: [300, 300],
    cs: [4_000, 4_000],
    us: [70, 70],
    sy: [10, 10],
    id: [10, 10],
    wa: [4, 4],
    st: [6, 6],
  })
  expect(value && averageVmstat(value)).toMatchObject({
    contextSwitchesPerSecond: 4_000,
    userPercent: 70,
    stealPercent: 6,
  })
})

test('samples of /proc/diskstats equal the output of iostat, for whole disks only', () => {
  const disks = (seconds: number) =>
    readDiskstats(
      ` 259 0 nvme0n1 ${100 * seconds} ${10 * seconds} ${1_600 * seconds} ${50 * seconds} ${200 * seconds} 0 ${6_400 * seconds} ${40 * seconds} 1 ${500 * seconds} ${90 * seconds} 0 0 0 0 ${5 * seconds} ${10 * seconds}\n` +
        ` 259 1 nvme0n1p1 ${100 * seconds} 0 8 1 1 1 1 1 1 1 1\n 7 0 loop0 0 0 0 0 0 0 0 0 0 0 0\n`,
      new Set(['nvme0n1', 'loop0']),
    )
  const at = (seconds: number) => ({ proc: snapshot(seconds), disks: disks(seconds) })
  const heading = iostatHeading({ kernel: '6.1.0', name: 'box', date: new Date('2026-01-02'), arch: 'x86_64', cpus: 2 })
  const { value, problems } = parseIostat(heading + iostatReport(at(1), at(2)) + iostatReport(at(2), at(4)), 'f')
  expect(problems).toEqual([])
  expect(value).toMatchObject({ cpus: 2, kernel: '6.1.0', firstReportSinceBoot: false, deviceHeaders: 2 })
  expect(Object.keys(value?.devices ?? {})).toEqual(['nvme0n1'])
  expect(value?.devices.nvme0n1).toMatchObject({
    'r/s': [100, 100],
    'rkB/s': [800, 800],
    '%rrqm': [9.09, 9.09],
    r_await: [0.5, 0.5],
    'rareq-sz': [8, 8],
    'w/s': [200, 200],
    'wkB/s': [3_200, 3_200],
    'f/s': [5, 5],
    '%util': [50, 50],
  })
  expect(value?.cpu).toMatchObject({ user: [60, 60], nice: [10, 10], iowait: [4, 4], steal: [6, 6] })
  expect(value && averageIostat(value, 'nvme0n1')).toMatchObject({ readsPerSecond: 100, writeKbPerSecond: 3_200 })
})

test('counters that restart, as those of an unplugged device, give no negative values', () => {
  expect(vmstatLine(snapshot(5), { ...snapshot(1), uptime: 1_006 })).not.toContain('-')
})

test('an empty /proc gives no sample', () => {
  expect(readSnapshot({ stat: '', meminfo: '', vmstat: '', uptime: '' })).toBeNull()
})
