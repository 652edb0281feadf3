import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from './product.ts'

const INTERVAL_MS = 250
/** The unit of the times in /proc/PID/stat (USER_HZ), which is the same on all machines. */
const TICK_MS = 10
/** Fields after the name of a process in /proc/PID/stat. */
const FIELDS = { parent: 1, userTime: 11, systemTime: 12 }

/** Share of one core that each process needed in an interval that ended at `at` (milliseconds since 1970). */
type CpuSample = { at: number; byName: ReadonlyMap<string, number> }

/**
 * Measures which processes need the CPU, four times a second: those of the product by their roles, Postgres as one, and
 * the given others.
 *
 * @param others names of other processes by their numbers.
 */
export function sampleCpu({ dataDirectory }: Product, others: ReadonlyMap<number, string>) {
  const [postmaster = ''] = readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const names = new Map<string, string | null>([...others].map(([pid, name]) => [String(pid), name]))
  const samples: CpuSample[] = []
  const usedBefore = new Map<string, number>()
  const total = new Map<string, number>()
  let before = performance.now()
  const sample = () => {
    const now = performance.now()
    const byName = new Map<string, number>()
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid) || names.get(pid) === null) continue
      const stat = statOf(pid)
      if (stat === null) continue
      const name = names.get(pid) ?? nameOf(pid, stat.parent, { postmaster, dataDirectory })
      names.set(pid, name)
      if (name === null) continue
      // All of a process that started since the last sample is used in this interval.
      const used = stat.ms - (usedBefore.get(pid) ?? (samples.length === 0 ? stat.ms : 0))
      usedBefore.set(pid, stat.ms)
      byName.set(name, (byName.get(name) ?? 0) + used / (now - before))
      total.set(name, (total.get(name) ?? 0) + used)
    }
    before = now
    samples.push({ at: Date.now(), byName })
  }
  sample()
  const timer = setInterval(sample, INTERVAL_MS)
  return {
    /** @returns milliseconds of CPU by name since the beginning */
    stop(): ReadonlyMap<string, number> {
      clearInterval(timer)
      sample()
      return total
    },
    /** Returns the use of the interval in which a time lies: `pages 81% heavy 40%`, the largest first. */
    at(time: number): string {
      const found = samples.find(({ at }) => at >= time) ?? samples.at(-1)
      const used = [...(found?.byName ?? [])].filter(([, share]) => share >= 0.05).sort(([, a], [, b]) => b - a)
      return used.map(([name, share]) => `${name} ${Math.round(share * 100)}%`).join(' ')
    },
  }
}

/** Returns null for a process that is not measured. */
function nameOf(pid: string, parent: string, own: { postmaster: string; dataDirectory: string }): string | null {
  if (pid === own.postmaster || parent === own.postmaster) return 'postgres'
  const environment = read(pid, 'environ')
  if (environment === null || !environment.includes(`ASSAY_DATA_DIR=${own.dataDirectory}\0`)) return null
  const command = read(pid, 'cmdline') ?? ''
  const role = /--role=(\w+)/.exec(command)?.[1]
  return role ?? (command.includes('start.mjs') ? 'proxy' : 'other')
}

function statOf(pid: string): { parent: string; ms: number } | null {
  const stat = read(pid, 'stat')
  // The name is in parentheses and may contain any character.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields === undefined) return null
  const ticks = Number(fields[FIELDS.userTime]) + Number(fields[FIELDS.systemTime])
  return { parent: fields[FIELDS.parent] ?? '', ms: ticks * TICK_MS }
}

function read(pid: string, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null // The process has ended, or belongs to another user.
  }
}
