import { z } from 'zod'
import { CALENDAR_METHODS } from '../calendar/meeting-calendar.ts'

/** The spec of a mail that can be answered, the revision and the comments that it reports. */
const Reply = z.object({ name: z.string(), revision: z.int(), comments: z.array(z.int()) })
export type MailReply = z.infer<typeof Reply>

/** A mail about specs as it is stored, so that every attempt sends the same text. */
const WrittenMail = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  threadId: z.string().optional(),
  /** Absent when the mail cannot be answered. */
  reply: Reply.optional(),
  calendar: z
    .object({ filename: z.string(), text: z.string(), method: z.enum(CALENDAR_METHODS).default('PUBLISH') })
    .optional(),
})
export type WrittenMail = z.infer<typeof WrittenMail>

export const parseWrittenMail = (body: string): WrittenMail => WrittenMail.parse(JSON.parse(body))
