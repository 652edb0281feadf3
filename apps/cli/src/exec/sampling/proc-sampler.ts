import { machine as architecture, hostname } from 'node:os'
import type { SystemFiles } from '../machine/system-files.ts'
import { type DiskCounters, iostatHeading, iostatReport, readDiskstats } from './proc-iostat.ts'
import { type ProcSnapshot, readSnapshot, VMSTAT_HEADER, vmstatLine } from './proc-vmstat.ts'

type Snapshot = { proc: ProcSnapshot; disks: DiskCounters }

/** Generates the output of vmstat, one text per sample. */
export class ProcVmstat {
  private readonly files: SystemFiles
  private before: ProcSnapshot | null = null

  constructor(files: SystemFiles) {
    this.files = files
  }

  /** Returns the text of the next sample; null when /proc is empty. */
  async next(): Promise<string | null> {
    const now = await readProc(this.files)
    if (now === null) return null
    const heading = this.before === null ? VMSTAT_HEADER : ''
    const line = vmstatLine(this.before, now)
    this.before = now
    return heading + line
  }
}

/** Generates the output of iostat, without a report since boot. */
export class ProcIostat {
  private readonly files: SystemFiles
  private readonly cpus: number
  private readonly disks: ReadonlySet<string>
  private before: Snapshot | null = null

  private constructor(files: SystemFiles, cpus: number, disks: ReadonlySet<string>) {
    this.files = files
    this.cpus = cpus
    this.disks = disks
  }

  static async open(files: SystemFiles, cpus: number): Promise<ProcIostat> {
    return new ProcIostat(files, cpus, new Set(await files.list('sys/block')))
  }

  async next(): Promise<string | null> {
    const proc = await readProc(this.files)
    const diskstats = await this.files.text('proc/diskstats')
    if (proc === null || diskstats === null) return null
    const now = { proc, disks: readDiskstats(diskstats, this.disks) }
    const { before } = this
    this.before = now
    if (before !== null) return iostatReport(before, now)
    const kernel = (await this.files.text('proc/sys/kernel/osrelease')) ?? 'unknown'
    return iostatHeading({ kernel, name: hostname(), date: new Date(), arch: architecture(), cpus: this.cpus })
  }
}

async function readProc(files: SystemFiles): Promise<ProcSnapshot | null> {
  const [stat, meminfo, vmstat, uptime] = await Promise.all(
    ['stat', 'meminfo', 'vmstat', 'uptime'].map((name) => files.text(`proc/${name}`)),
  )
  if (stat == null || meminfo == null || vmstat == null || uptime == null) return null
  return readSnapshot({ stat, meminfo, vmstat, uptime })
}
