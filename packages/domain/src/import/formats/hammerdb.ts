import type { Format } from '../format.ts'

export const HAMMERDB_FORMATS: readonly Format[] = []
