import type { Format } from '../format.ts'

export const CLIENTS_FORMATS: readonly Format[] = []
