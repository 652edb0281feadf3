import type { Format } from '../format.ts'

export const PERF_FORMATS: readonly Format[] = []
