import { z } from 'zod'
import { noteText, Slug, WebLink } from './note-text.ts'

/** Input for a comparison with a name. */
export const NewSavedComparison = z
  .strictObject({
    title: noteText(200),
    /** Kind of the study whose page shows it; absent for the compare page. */
    study: Slug.nullish(),
    /** The query of its URL, `columns=version&base=version:17.6`. */
    query: z.string().max(20_000),
    /** The source of the results, in a sentence. */
    about: noteText(2_000).nullish(),
    source: z.strictObject({ name: noteText(500), url: WebLink.nullish() }).nullish(),
    /** The edited tl;dr, one sentence per line; the derived one is shown as well. */
    tldr: noteText(20_000).nullish(),
  })
  .meta({ id: 'NewSavedComparison', description: 'A comparison saved with a name' })
export type NewSavedComparison = z.infer<typeof NewSavedComparison>

export const SavedComparison = z
  .object({
    id: z.uuid(),
    slug: Slug,
    title: z.string(),
    study: z.string().nullable(),
    query: z.string(),
    about: z.string().nullable(),
    source: z.object({ name: z.string(), url: z.string().nullable() }).nullable(),
    tldr: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SavedComparison' })
export type SavedComparison = z.infer<typeof SavedComparison>
