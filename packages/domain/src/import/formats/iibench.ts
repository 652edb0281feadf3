import type { Format } from '../format.ts'

export const IIBENCH_FORMATS: readonly Format[] = []
