import type { Format } from '../format.ts'

export const FIO_FORMATS: readonly Format[] = []
