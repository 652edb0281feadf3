import { readdir, readFile } from 'node:fs/promises'

/** Megabytes of memory of the processes of a group (PSS, so that shared pages count once), without those of Postgres. */
export async function memoryOfGroup(group: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const sizes = await Promise.all(pids.map((pid) => memoryOf(pid, group).catch(() => 0)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Kilobytes; 0 for a process of another group, of Postgres, or that ended meanwhile. */
async function memoryOf(pid: string, group: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Its name is in parentheses and may contain spaces; the third field after it is the process group.
  const [name = '', rest = ''] = [
    stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    stat.slice(stat.lastIndexOf(')') + 2),
  ]
  if (Number(rest.split(' ')[2]) !== group || name.startsWith('postgres')) return 0
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
}
