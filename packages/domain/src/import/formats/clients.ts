import type { Format } from '../format.ts'
import { googleBenchmark } from './google-benchmark.ts'
import { pgbench } from './pgbench.ts'
import { ycsb } from './ycsb.ts'

/** Clients that print a report of their own. */
export const CLIENTS_FORMATS: readonly Format[] = [pgbench, ycsb, googleBenchmark]
