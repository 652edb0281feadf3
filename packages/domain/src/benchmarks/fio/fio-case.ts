/** The results of one direction (read or write) of one job. */
export type FioDirection = {
  iops: number
  /** Sum of the IOPS as printed; `40.0k` stands for a value from 40,000 to 40,100. */
  printedIops: number
  ios: number | null
  mibPerSecond: number
  runtimeMs: number
  /** Mean of submission and completion latency; of completion latency alone when fio did not measure both. */
  meanUs: number | null
  maxUs: number | null
  /** Percentiles of the completion latency in microseconds, keyed by percent: `99.9`. */
  percentilesUs: Readonly<Record<string, number>>
  /** The bins of `json+`: completion latencies in nanoseconds with their counts; null in other formats. */
  bins: readonly (readonly [nanoseconds: number, count: number])[] | null
}

/** One section of fio output: a process or, with group_reporting, all processes of a group. */
export type FioJob = {
  line: number
  name: string
  group: number
  /** Number of processes in the section. */
  processes: number
  /** Error code of fio; 0 for success. */
  error: number
  /** Seconds since 1970, as if the machine's clock were UTC; null when fio did not print it. */
  finishedAt: number | null
  directions: Readonly<Partial<Record<'read' | 'write' | 'trim', FioDirection>>>
  sync: { meanUs: number } | null
  /** CPU time of all processes, in microseconds. */
  cpu: { userUs: number; systemUs: number } | null
}

/** One measurement: the processes of one job, which ran concurrently. */
export type FioCase = {
  line: number
  name: string
  /** The label that the script wrote above the case, such as `fsync=1_16K`; null without a known label. */
  label: string | null
  version: string
  rw: string
  /** Block size such as `16k` or `4k-64k`; reads and writes separately where they differ. */
  blockSize: string
  engine: string
  depth: number
  jobs: readonly FioJob[]
}

export type FioOutput = { cases: readonly FioCase[] }

/** Formats bytes as fio does: 16384 as `16k`, 1048576 as `1m`. */
export function formatBlockSize(bytes: number): string {
  for (const [suffix, size] of [
    ['g', 1024 ** 3],
    ['m', 1024 ** 2],
    ['k', 1024],
  ] as const) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${suffix}`
  }
  return String(bytes)
}
