import { readCpuLimit } from './cgroup-cpu-limit.ts'
import { listOfRanges } from './list-of-ranges.ts'
import type { SystemFiles } from './system-files.ts'

type Cpu = {
  model: string | null
  /** Physical cores of all sockets. */
  cores: number | null
  sockets: number | null
  /** Logical processors that are online. */
  online: number | null
  /** CPUs that a cgroup or taskset leaves to this process and its children; null when that is all online CPUs. */
  limit: number | null
  smt: boolean | null
  /** Governors of frequency scaling, joined by commas; null when the hypervisor decides. */
  governor: string | null
}

const DIRECTORY = 'sys/devices/system/cpu'

export async function readCpu(files: SystemFiles): Promise<Cpu> {
  const info = await files.text('proc/cpuinfo')
  const online = listOfRanges(await files.text(`${DIRECTORY}/online`))
  const [cores, sockets, governors] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const cpu of online) {
    const of = `${DIRECTORY}/cpu${cpu}`
    const socket = await files.text(`${of}/topology/physical_package_id`)
    const core = await files.text(`${of}/topology/core_id`)
    if (socket !== null && core !== null) {
      sockets.add(socket)
      cores.add(`${socket} ${core}`)
    }
    const governor = await files.text(`${of}/cpufreq/scaling_governor`)
    if (governor !== null) governors.add(governor)
  }
  const smt = await files.text(`${DIRECTORY}/smt/active`)
  return {
    model: modelOf(info),
    cores: cores.size === 0 ? null : cores.size,
    sockets: sockets.size === 0 ? null : sockets.size,
    online: online.length === 0 ? null : online.length,
    limit: await readCpuLimit(files, online),
    smt: smt === null ? null : smt === '1',
    governor: governors.size === 0 ? null : [...governors].sort().join(', '),
  }
}

/** Arm identifies implementer and core by number (MIDR_EL1). */
const ARM_CORES: Readonly<Record<string, string>> = {
  '0x41 0xd08': 'Arm Cortex-A72',
  '0x41 0xd0b': 'Arm Cortex-A76',
  '0x41 0xd0c': 'Arm Neoverse N1',
  '0x41 0xd40': 'Arm Neoverse V1',
  '0x41 0xd49': 'Arm Neoverse N2',
  '0x41 0xd4f': 'Arm Neoverse V2',
  '0xc0 0xac3': 'Ampere-1',
  '0xc0 0xac4': 'Ampere-1a',
}

function modelOf(info: string | null): string | null {
  const field = (name: string) => new RegExp(`^${name}\\s*:\\s*(.+)$`, 'm').exec(info ?? '')?.[1]?.trim() ?? null
  const model = field('model name') ?? field('cpu model')
  if (model !== null)
    return model
      .replace(/\((R|TM|tm)\)/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const [implementer, part] = [field('CPU implementer'), field('CPU part')]
  if (implementer === null || part === null) return null
  return ARM_CORES[`${implementer} ${part}`] ?? `Arm core ${implementer} ${part}`
}
