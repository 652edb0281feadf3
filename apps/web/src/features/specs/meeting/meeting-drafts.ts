import { RESPONSE_KINDS } from '@assay/domain/spec/spec'
import { z } from 'zod'

/** What was typed in a meeting and is not stored yet, as the browser keeps it. */
const Drafts = z.object({
  answers: z.record(z.string(), z.object({ kind: z.enum(RESPONSE_KINDS), said: z.string() })),
  fresh: z.object({ giver: z.string(), about: z.string(), body: z.string() }),
  /** Minutes, and those that they are written over. */
  minutes: z.object({ text: z.string(), over: z.string() }).nullable(),
  attendance: z.string().nullable(),
})
export type Drafts = z.infer<typeof Drafts>

export const NO_POINT: Drafts['fresh'] = { giver: '', about: 'whole', body: '' }

export function readDrafts(kept: unknown): Drafts {
  const read = Drafts.safeParse(kept)
  return read.success ? read.data : { answers: {}, fresh: NO_POINT, minutes: null, attendance: null }
}
