/** Memory, paging and CPU counters read from /proc at one moment; they count since boot. */
export type ProcSnapshot = {
  /** Seconds since boot. */
  uptime: number
  /** user nice system idle iowait irq softirq steal, in ticks of all CPUs. */
  cpu: readonly number[]
  interrupts: number
  contextSwitches: number
  running: number
  blocked: number
  memoryKb: { swapped: number; free: number; buffers: number; cached: number }
  /** Pages swapped, and KB read from and written to block devices. */
  paging: { swapIn: number; swapOut: number; kbIn: number; kbOut: number }
}

/**
 * Reads the texts of /proc/stat, /proc/meminfo, /proc/vmstat and /proc/uptime; null when the kernel reports no CPU
 * times.
 */
export function readSnapshot(proc: Record<'stat' | 'meminfo' | 'vmstat' | 'uptime', string>): ProcSnapshot | null {
  const cpu = /^cpu +([\d ]+)$/m.exec(proc.stat)?.[1]?.trim().split(/ +/).map(Number)
  if (cpu === undefined || cpu.length < 4) return null
  const of = (text: string, name: string) => Number(new RegExp(`^${name}:? +(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const memory = (name: string) => of(proc.meminfo, name)
  return {
    uptime: Number.parseFloat(proc.uptime) || 0,
    cpu,
    interrupts: of(proc.stat, 'intr'),
    contextSwitches: of(proc.stat, 'ctxt'),
    running: of(proc.stat, 'procs_running'),
    blocked: of(proc.stat, 'procs_blocked'),
    memoryKb: {
      swapped: memory('SwapTotal') - memory('SwapFree'),
      free: memory('MemFree'),
      buffers: memory('Buffers'),
      // Reclaimable slabs count as cache, as in vmstat.
      cached: memory('Cached') + memory('SReclaimable'),
    },
    paging: {
      swapIn: of(proc.vmstat, 'pswpin'),
      swapOut: of(proc.vmstat, 'pswpout'),
      kbIn: of(proc.vmstat, 'pgpgin'),
      kbOut: of(proc.vmstat, 'pgpgout'),
    },
  }
}

export const VMSTAT_HEADER =
  '--procs-- -----------------------memory---------------------- ---swap-- -----io---- -system-- --------cpu--------\n' +
  '   r    b         swpd         free         buff        cache   si   so    bi    bo   in   cs  us  sy  id  wa  st\n'

const PAGE_KB = 4

/**
 * Formats a line as `vmstat -w` prints it, for the time between two samples; since boot when there is no earlier one.
 */
export function vmstatLine(before: ProcSnapshot | null, now: ProcSnapshot): string {
  const seconds = Math.max(now.uptime - (before?.uptime ?? 0), 0.01)
  const perSecond = (value: number, old: number | undefined) => Math.round(Math.max(0, value - (old ?? 0)) / seconds)
  const ticks = now.cpu.map((value, i) => Math.max(0, value - (before?.cpu[i] ?? 0)))
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] = ticks
  const all = user + nice + system + idle + wait + irq + softIrq + steal
  const percent = (part: number) => (all === 0 ? 0 : Math.round((100 * part) / all))
  const { swapped, free, buffers, cached } = now.memoryKb
  const columns: [number, number][] = [
    [now.running, 4],
    [now.blocked, 4],
    [swapped, 12],
    [free, 12],
    [buffers, 12],
    [cached, 12],
    [perSecond(now.paging.swapIn * PAGE_KB, (before?.paging.swapIn ?? 0) * PAGE_KB), 4],
    [perSecond(now.paging.swapOut * PAGE_KB, (before?.paging.swapOut ?? 0) * PAGE_KB), 4],
    [perSecond(now.paging.kbIn, before?.paging.kbIn), 5],
    [perSecond(now.paging.kbOut, before?.paging.kbOut), 5],
    [perSecond(now.interrupts, before?.interrupts), 4],
    [perSecond(now.contextSwitches, before?.contextSwitches), 4],
    [percent(user + nice), 3],
    [percent(system + irq + softIrq), 3],
    [percent(idle), 3],
    [percent(wait), 3],
    [percent(steal), 3],
  ]
  return `${columns.map(([value, width]) => String(value).padStart(width)).join(' ')}\n`
}
