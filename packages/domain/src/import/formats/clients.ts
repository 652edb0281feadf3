import { googleBenchmark } from '../../benchmarks/google-benchmark/google-benchmark-format.ts'
import { pgbench } from '../../benchmarks/pgbench/pgbench-format.ts'
import { ycsb } from '../../benchmarks/ycsb/ycsb-format.ts'
import type { Format } from '../format.ts'

/** Clients that print a report of their own. */
export const CLIENTS_FORMATS: readonly Format[] = [pgbench, ycsb, googleBenchmark]
