import { z } from 'zod'
import { FindingDirection } from '../findings/finding.ts'

/** What of a finding can be told: found, worse again or taken up again, back to what it was, another state by people. */
export const NOTIFICATION_EVENTS = ['found', 'reopened', 'fixed', 'changed'] as const
export const NotificationEvent = z.enum(NOTIFICATION_EVENTS)
export type NotificationEvent = z.infer<typeof NotificationEvent>

export const CHANNEL_KINDS = ['webhook', 'slack', 'mail'] as const
export const ChannelKind = z.enum(CHANNEL_KINDS)
export type ChannelKind = z.infer<typeof ChannelKind>

const MAX_NAMES = 100

/** A line of text: no control characters, which no name has and no database stores, and no half of a sign. */
const isLine = (text: string): boolean => text.isWellFormed() && [...text].every((sign) => sign >= ' ')
const Line = z.string().refine(isLine, 'holds a control character')

const Names = z.array(Line.min(1).max(200)).max(MAX_NAMES).default([])

/** What a target hears of. An empty list leaves nothing out. */
export const ChannelOptions = z.strictObject({
  name: Line.trim().min(1).max(100),
  events: z.array(NotificationEvent).default(['found', 'reopened', 'fixed']),
  products: Names,
  hardware: Names,
  directions: z.array(FindingDirection).default([]),
  /** Least distance of the median from 1: 0.05 leaves out 0.96 and 1.04. */
  least: z.number().min(0).max(10).default(0),
  /** Nothing of what one run alone says. */
  quiet: z.boolean().default(false),
  /** A digest on Monday morning in its time zone. */
  weekly: z.boolean().default(false),
  timeZone: z.string().max(60).refine(isTimeZone, 'is no time zone, such as UTC or Europe/Berlin').default('UTC'),
})
export type ChannelOptions = z.infer<typeof ChannelOptions>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
