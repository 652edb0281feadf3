/**
 * Number of logical CPUs as a file prints it. `online` CPUs can run a thread: sysbench's script, db_bench, Google
 * Benchmark and `perf` (nrcpus online) count them. `configured` CPUs include those that are switched off: iostat,
 * mpstat and sar count them in their header, `perf` as nrcpus avail and lscpu as CPU(s).
 */
export type CpuStatement = { kind: 'online' | 'configured'; cpus: number; path: string; line: number }

/**
 * Only the beginning of a file is read: later headers, such as those that db_bench and fio append, repeat the number.
 */
const MAX_CHARACTERS = 200_000

/** Maximum statements per file. A file repeats its header, and further copies add nothing. */
const MAX_STATEMENTS = 100

const PATTERNS: readonly { kind: CpuStatement['kind']; pattern: RegExp }[] = [
  { kind: 'online', pattern: /^(\d{1,6}) CPUs?[ \t\r]*$/gm },
  { kind: 'configured', pattern: /^Linux \S{1,200} \([^\n]{0,300}\([ \t]*(\d{1,6}) CPU\)[ \t\r]*$/gm },
  { kind: 'online', pattern: /^CPU: +(\d{1,6}) \* \S/gm },
  { kind: 'online', pattern: /^[ \t]*"num_cpus"[ \t]*:[ \t]*(\d{1,6})[ \t]*,?[ \t\r]*$/gm },
  { kind: 'online', pattern: /^# nrcpus online : (\d{1,6})[ \t\r]*$/gm },
  { kind: 'configured', pattern: /^# nrcpus avail : (\d{1,6})[ \t\r]*$/gm },
  { kind: 'configured', pattern: /^CPU\(s\):[ \t]+(\d{1,6})[ \t\r]*$/gm },
]

/**
 * The numbers of logical CPUs that a file prints: each distinct number of each kind, with the first line that prints
 * it.
 */
export function readCpuStatements(text: string, path: string): CpuStatement[] {
  const head = text.slice(0, MAX_CHARACTERS)
  if (!/CPU|cpus/.test(head)) return []
  const found = new Map<string, CpuStatement>()
  for (const { kind, pattern } of PATTERNS) {
    for (const match of head.matchAll(pattern)) {
      const cpus = Number(match[1])
      const key = `${kind} ${cpus}`
      if (cpus < 1 || found.has(key) || found.size >= MAX_STATEMENTS) continue
      found.set(key, { kind, cpus, path, line: lineOf(head, match.index) })
    }
  }
  return [...found.values()]
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length
