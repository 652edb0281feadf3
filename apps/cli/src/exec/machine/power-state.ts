import { listOfRanges } from './list-of-ranges.ts'
import type { SystemFiles } from './system-files.ts'

/** State of the CPUs and the memory that changes results without a change of the database; null where it is not readable. */
export type PowerState = {
  turbo: boolean | null
  /** `1500 to 3900 MHz`, or `3900 MHz` when both limits are equal; several for different kinds of cores. */
  frequency: string | null
  numaNodes: number | null
  numaBalancing: boolean | null
}

const CPUS = 'sys/devices/system/cpu'

export async function readPowerState(files: SystemFiles): Promise<PowerState> {
  const nodes = listOfRanges(await files.text('sys/devices/system/node/online'))
  const balancing = await files.text('proc/sys/kernel/numa_balancing')
  return {
    turbo: await readTurbo(files),
    frequency: await readFrequency(files),
    numaNodes: nodes.length === 0 ? null : nodes.length,
    // A machine with one node has nothing to balance.
    numaBalancing: balancing === null || nodes.length < 2 ? null : balancing !== '0',
  }
}

/** intel_pstate states that turbo is off, other drivers that boost is on. */
async function readTurbo(files: SystemFiles): Promise<boolean | null> {
  const off = await files.text(`${CPUS}/intel_pstate/no_turbo`)
  if (off !== null) return off === '0'
  const boost = await files.text(`${CPUS}/cpufreq/boost`)
  return boost === null ? null : boost === '1'
}

async function readFrequency(files: SystemFiles): Promise<string | null> {
  const limits = new Set<string>()
  for (const policy of await files.list(`${CPUS}/cpufreq`)) {
    const low = megahertz(await files.text(`${CPUS}/cpufreq/${policy}/scaling_min_freq`))
    const high = megahertz(await files.text(`${CPUS}/cpufreq/${policy}/scaling_max_freq`))
    if (low !== null && high !== null) limits.add(low === high ? `${high} MHz` : `${low} to ${high} MHz`)
  }
  return limits.size === 0 ? null : [...limits].sort().join(', ').slice(0, 200)
}

const megahertz = (khz: string | null): number | null =>
  khz === null || !/^\d{1,9}$/.test(khz) ? null : Math.round(Number(khz) / 1_000)
