import { RESPONSE_KINDS } from '@assay/domain/specs/feedback'
import { z } from 'zod'

/** Text of a meeting that is not saved on the server yet, as the browser stores it. */
const Drafts = z.object({
  answers: z.record(z.string(), z.object({ kind: z.enum(RESPONSE_KINDS), said: z.string() })),
  fresh: z.object({ giver: z.string(), about: z.string(), body: z.string() }),
  /**
   * Minutes, the minutes that they are based on, those that were sent without a response yet, and those that the newest
   * stored ones replaced.
   */
  minutes: z
    .object({ text: z.string(), over: z.string(), sent: z.string().optional(), replaced: z.string().optional() })
    .nullable(),
  attendance: z.string().nullable(),
})
export type Drafts = z.infer<typeof Drafts>

export const EMPTY_COMMENT: Drafts['fresh'] = { giver: '', about: 'whole', body: '' }

export function readDrafts(stored: unknown): Drafts {
  const read = Drafts.safeParse(stored)
  return read.success ? read.data : { answers: {}, fresh: EMPTY_COMMENT, minutes: null, attendance: null }
}

/** Removes a new comment that was stored; text typed since then remains. */
export const withoutSent = ({ body, ...rest }: Drafts['fresh'], sent: string): Drafts['fresh'] => ({
  ...rest,
  body: body.startsWith(sent) ? body.slice(sent.length).trimStart() : body,
})

/** Minutes as they are drafted after a request was stored; `null` when nothing was typed during the request. */
export function minutesAfter(now: Drafts['minutes'], stored: string | undefined, replaced: string): Drafts['minutes'] {
  if (now === null || stored === undefined) return now
  return now.text === stored ? null : { text: now.text, over: stored, sent: stored, replaced }
}
