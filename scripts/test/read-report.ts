import { existsSync, readFileSync } from 'node:fs'
import type { z } from 'zod'

/** Reads the report of a test tool; null when it ended before it wrote one, or wrote something else. */
export function readReport<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  return parsed.success ? parsed.data : null
}
