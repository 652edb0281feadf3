import { z } from 'zod'
import type { Project } from '../../types.ts'

export const PROJECT_COLUMNS = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: z.enum(['public', 'internal', 'private']),
  organization: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
}

/** A project as SQL statements return it, with its organization as JSON. */
export const ProjectRow: z.ZodType<Project> = z.object(PROJECT_COLUMNS)
