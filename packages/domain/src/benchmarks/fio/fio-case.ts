/** The results of one direction (read or write) of one job. */
export type FioDirection = {
  iops: number
  /** Sum of the IOPS as printed, where `40.0k` stands for anything from 40.0 to 40.1 thousand. */
  printedIops: number
  ios: number | null
  mibPerSecond: number
  runtimeMs: number
  /** Submission and completion; completion alone where fio was told not to measure both. */
  meanUs: number | null
  maxUs: number | null
  /** Percentiles of the completion latency, in microseconds, by percent: `99.9`. */
  percentilesUs: Readonly<Record<string, number>>
}

/** One paragraph of fio: a process, or with group_reporting all of a group. */
export type FioJob = {
  line: number
  name: string
  group: number
  /** Processes that the paragraph is about. */
  processes: number
  /** 0 when all went well. */
  error: number
  /** Seconds since 1970, as if the machine's clock were UTC; null when fio did not print it. */
  finishedAt: number | null
  directions: Readonly<Partial<Record<'read' | 'write' | 'trim', FioDirection>>>
  sync: { meanUs: number } | null
  /** Processor time of all its processes, in microseconds. */
  cpu: { userUs: number; systemUs: number } | null
}

/** One measurement: the processes of one job that ran side by side. */
export type FioCase = {
  line: number
  name: string
  /** The label that the script wrote above the case: `fsync=1_16K`; null when there is none that is understood. */
  label: string | null
  version: string
  rw: string
  /** `16k`, `4k-64k`; reads and writes apart where they differ. */
  blockSize: string
  engine: string
  depth: number
  jobs: readonly FioJob[]
}

export type FioOutput = { cases: readonly FioCase[] }

/** `16384` as `16k`, `1048576` as `1m`. */
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
