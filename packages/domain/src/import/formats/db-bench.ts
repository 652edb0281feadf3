import type { Format } from '../format.ts'

export const DB_BENCH_FORMATS: readonly Format[] = []
