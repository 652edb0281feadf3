import { readdir, readFile } from 'node:fs/promises'

type Process = { pid: number; parent: number; name: string }

/** Megabytes of a process and its descendants (PSS, so that shared pages count once), without those of Postgres. */
export async function memoryOfTree(root: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = (await Promise.all(pids.map((pid) => readProcess(pid).catch(() => null)))).flatMap(
    (one) => one ?? [],
  )
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const sizes: number[] = []
  const wanted = processes.filter(({ pid }) => pid === root)
  for (let one = wanted.pop(); one !== undefined; one = wanted.pop()) {
    if (one.name.startsWith('postgres')) continue
    wanted.push(...(children.get(one.pid) ?? []))
    sizes.push(await pssOf(one.pid).catch(() => 0))
  }
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

async function readProcess(pid: string): Promise<Process> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in parentheses and may contain spaces; the second field after it is the parent.
  const end = stat.lastIndexOf(')')
  const [, parent = ''] = stat.slice(end + 2).split(' ')
  return { pid: Number(pid), parent: Number(parent), name: stat.slice(stat.indexOf('(') + 1, end) }
}

/** Kilobytes. */
async function pssOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
}
