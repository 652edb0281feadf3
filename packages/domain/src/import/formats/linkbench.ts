import type { Format } from '../format.ts'

export const LINKBENCH_FORMATS: readonly Format[] = []
