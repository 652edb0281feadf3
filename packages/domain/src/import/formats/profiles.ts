import type { Format } from '../format.ts'

export const PROFILES_FORMATS: readonly Format[] = []
