import { listOfRanges } from './list-of-ranges.ts'
import type { SystemFiles } from './system-files.ts'

const CGROUPS = 'sys/fs/cgroup'

/**
 * Returns the number of CPUs that this process and the benchmark can use when it is below the number of online CPUs:
 * the smallest of the quotas of its cgroup and of its ancestors (cgroup v2), its cpuset and its affinity, as taskset
 * sets it. A quota may be a fraction: 1.5 CPUs.
 *
 * @param online numbers of the logical CPUs that are online; empty when they are unknown.
 * @returns null when nothing limits the process, or when the limit is unknown.
 */
export async function readCpuLimit(files: SystemFiles, online: readonly number[]): Promise<number | null> {
  if (online.length === 0) return null
  const groups = await cgroupsOf(files)
  const quotas = await Promise.all(groups.map(async (group) => quotaOf(await files.text(`${group}/cpu.max`))))
  const sets = [
    await firstText(
      files,
      groups.map((group) => `${group}/cpuset.cpus.effective`),
    ),
    /^Cpus_allowed_list:\s*(\S+)$/m.exec((await files.text('proc/self/status')) ?? '')?.[1] ?? null,
  ]
  const allowed = sets.map(listOfRanges).filter((set) => set.length > 0)
  const usable = online.filter((cpu) => allowed.every((set) => set.includes(cpu))).length
  // A set of CPUs that are all offline limits nothing: the kernel then uses the set above it.
  const limit = Math.min(...quotas, usable === 0 ? online.length : usable)
  return limit < online.length ? limit : null
}

/** Directories of the cgroup of this process and of its ancestors, innermost first. */
async function cgroupsOf(files: SystemFiles): Promise<string[]> {
  const [, path = '/'] = /^0::(\/.*)$/m.exec((await files.text('proc/self/cgroup')) ?? '') ?? []
  // A process outside of its cgroup namespace has a path that leads above the root, which is not mounted here.
  const names = path.split('/').filter((name) => name !== '')
  const inside = names.includes('..') ? [] : names
  return [...inside, ''].map((_, i) => [CGROUPS, ...inside.slice(0, inside.length - i)].join('/'))
}

/** Parses `150000 100000` as 1.5 CPUs; `max 100000`, or no file, means no quota. */
function quotaOf(text: string | null): number {
  const [, quota, period] = /^(\d{1,15}) (\d{1,15})$/.exec(text ?? '') ?? []
  const cpus = Number(quota) / Number(period)
  return Number.isFinite(cpus) && cpus > 0 ? cpus : Number.POSITIVE_INFINITY
}

async function firstText(files: SystemFiles, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const text = await files.text(path)
    if (text !== null) return text
  }
  return null
}
