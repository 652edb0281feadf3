import type { Format } from '../format.ts'

export const MAPPED_CSV_FORMATS: readonly Format[] = []
