import type { Parsed } from './problem.ts'
import type { MissingReason } from './table-cell.ts'

export type DbBenchVersion = { text: string; numbers: readonly [number, number, number] }

export type DbBenchRow = {
  line: number
  /** As written: `overwriteandwait.t24.s0`. */
  test: string
  /** Without the threads: `overwriteandwait.s0`. */
  logicalTest: string
  /** From `.tN`; null when the name has none (fillseq, which one thread does). */
  threads: number | null
  version: DbBenchVersion
  /** ISO 8601 in UTC, `2025-05-06T01:44:24Z`; null when the row has none. */
  startedAt: string | null
  /** As written, 10 hex digits or, from old builds, a cut word such as `rocksdb_bu`. */
  githash: string | null
  jobId: string | null
  /** True when the script wrote `failed` for the result. */
  failed: boolean
  /** By the names of run/metric.ts (`ops/s`, `MB/s`, `lsm_sz` in GB, ...); what is missing is absent here. */
  values: Readonly<Record<string, number>>
  /** Why a metric is absent. */
  missing: Readonly<Record<string, MissingReason>>
}

/** One report.tsv of RocksDB's tools/benchmark.sh (FORMATS.md section 9). */
export function parseDbBenchReport(_text: string, _file: string): Parsed<readonly DbBenchRow[]> {
  return { value: null, problems: [] }
}
