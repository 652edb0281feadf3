import type { Format } from '../format.ts'

export const SIDE_FILES_FORMATS: readonly Format[] = []
