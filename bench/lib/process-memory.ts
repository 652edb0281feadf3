import { readdir, readFile } from 'node:fs/promises'

type Process = { pid: number; parent: number; name: string }
type ProcessMemory = { name: string; megabytes: number }

/** Megabytes of a process and its descendants (PSS, so that shared pages count once), without those of Postgres. */
export async function memoryOfTree(root: number): Promise<number> {
  return sumOf(await memoryByProcess(root))
}

export const sumOf = (processes: readonly ProcessMemory[]): number =>
  processes.reduce((sum, { megabytes }) => sum + megabytes, 0)

/** The memory of each process of a tree, by its role or script. */
export async function memoryByProcess(root: number): Promise<ProcessMemory[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = (await Promise.all(pids.map((pid) => readProcess(pid).catch(() => null)))).flatMap(
    (one) => one ?? [],
  )
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const found: ProcessMemory[] = []
  const wanted = processes.filter(({ pid }) => pid === root)
  for (let one = wanted.pop(); one !== undefined; one = wanted.pop()) {
    if (one.name.startsWith('postgres')) continue
    wanted.push(...(children.get(one.pid) ?? []))
    found.push(await memoryOf(one).catch(() => ({ name: 'ended', megabytes: 0 })))
  }
  return found
}

async function readProcess(pid: string): Promise<Process> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in parentheses and may contain spaces; the second field after it is the parent.
  const end = stat.lastIndexOf(')')
  const [, parent = ''] = stat.slice(end + 2).split(' ')
  return { pid: Number(pid), parent: Number(parent), name: stat.slice(stat.indexOf('(') + 1, end) }
}

async function memoryOf({ pid, name }: Process): Promise<ProcessMemory> {
  const [rollup, command] = await Promise.all(
    ['smaps_rollup', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
  )
  const role = /--role=(\w+)/.exec(command ?? '')?.[1] ?? /([\w-]+)\.m?[jt]s/.exec(command ?? '')?.[1]
  const kilobytes = Number(/^Pss:\s+(\d+) kB/m.exec(rollup ?? '')?.[1] ?? 0)
  return { name: role ?? name, megabytes: kilobytes / 1_024 }
}
