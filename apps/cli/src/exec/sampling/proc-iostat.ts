import type { ProcSnapshot } from './proc-vmstat.ts'

/** Counters of a block device since boot, in the order of /proc/diskstats; kernels before 5.5 lack the last ones. */
export type DiskCounters = ReadonlyMap<string, readonly number[]>

/** @param disks whole devices, because partitions would be counted twice */
export function readDiskstats(text: string, disks: ReadonlySet<string>): DiskCounters {
  const counters = new Map<string, readonly number[]>()
  for (const line of text.split('\n')) {
    const [, , name, ...numbers] = line.trim().split(/\s+/)
    if (name === undefined || !disks.has(name)) continue
    const values = numbers.map(Number)
    // A device without any activity is left out, as iostat does.
    if (values.every(Number.isFinite) && values.some((value) => value > 0)) counters.set(name, values)
  }
  return counters
}

/** The first line of iostat and two empty lines, because no report since boot follows. */
export function iostatHeading(host: { kernel: string; name: string; date: Date; arch: string; cpus: number }): string {
  const [year = '', month = '', day = ''] = host.date.toISOString().slice(2, 10).split('-')
  return `Linux ${host.kernel} (${host.name}) \t${month}/${day}/${year} \t_${host.arch}_\t(${host.cpus} CPU)\n\n\n`
}

const CPU_HEADER = 'avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n'
const DEVICE_HEADER =
  'Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz' +
  '     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util\n'

const KB_PER_SECTOR = 0.5

/** Formats a report as `iostat -kx` prints it, for the time between two samples. */
export function iostatReport(
  before: { proc: ProcSnapshot; disks: DiskCounters },
  now: { proc: ProcSnapshot; disks: DiskCounters },
): string {
  const seconds = Math.max(now.proc.uptime - before.proc.uptime, 0.01)
  const rows = [...now.disks].map(([name, counters]) => {
    const old = before.disks.get(name) ?? []
    const [
      reads = 0,
      readMerges = 0,
      readSectors = 0,
      readMs = 0,
      writes = 0,
      writeMerges = 0,
      writeSectors = 0,
      writeMs = 0,
      ,
      busyMs = 0,
      queueMs = 0,
      discards = 0,
      discardMerges = 0,
      discardSectors = 0,
      discardMs = 0,
      flushes = 0,
      flushMs = 0,
    ] = counters.map((value, i) => Math.max(0, value - (old[i] ?? 0)))
    const direction = (requests: number, merges: number, sectors: number, ms: number): [number, number][] => [
      [requests / seconds, 8],
      [(sectors * KB_PER_SECTOR) / seconds, 10],
      [merges / seconds, 9],
      [ratio(100 * merges, merges + requests), 7],
      [ratio(ms, requests), 8],
      [ratio(sectors * KB_PER_SECTOR, requests), 9],
    ]
    const columns: [number, number][] = [
      ...direction(reads, readMerges, readSectors, readMs),
      ...direction(writes, writeMerges, writeSectors, writeMs),
      ...direction(discards, discardMerges, discardSectors, discardMs),
      [flushes / seconds, 8],
      [ratio(flushMs, flushes), 8],
      [queueMs / 1000 / seconds, 8],
      [Math.min(100, busyMs / 10 / seconds), 7],
    ]
    return `${name.padEnd(12)}${columns.map(([value, width]) => value.toFixed(2).padStart(width)).join('')}\n`
  })
  return `${CPU_HEADER}${cpuRow(before.proc, now.proc)}\n${DEVICE_HEADER}${rows.join('')}\n\n`
}

function cpuRow(before: ProcSnapshot, now: ProcSnapshot): string {
  const ticks = now.cpu.map((value, i) => Math.max(0, value - (before.cpu[i] ?? 0)))
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] = ticks
  const all = user + nice + system + idle + wait + irq + softIrq + steal
  const shares = [user, nice, system + irq + softIrq, wait, steal, idle].map((part) => ratio(100 * part, all))
  return `       ${shares.map((share) => share.toFixed(2).padStart(8)).join('')}\n`
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
