import { z } from 'zod'
import { FindingDirection } from '../findings/finding.ts'
import { hasBidiControl } from '../json/readable-text.ts'
import { isTimeZone } from '../time-zone.ts'

/** Events that a channel can subscribe to: found; regressed again or reopened; recovered; changed by a person. */
export const NOTIFICATION_EVENTS = ['found', 'reopened', 'fixed', 'changed'] as const
export const NotificationEvent = z.enum(NOTIFICATION_EVENTS)
export type NotificationEvent = z.infer<typeof NotificationEvent>

const CHANNEL_KINDS = ['webhook', 'slack', 'mail'] as const
export const ChannelKind = z.enum(CHANNEL_KINDS)
export type ChannelKind = z.infer<typeof ChannelKind>

const MAX_NAMES = 100

/** True for one line of well-formed text without control characters, which Postgres could not store. */
const isLine = (text: string): boolean =>
  text.isWellFormed() && !hasBidiControl(text) && [...text].every((sign) => sign >= ' ')
const Line = z.string().refine(isLine, 'holds a control character')

const Names = z.array(Line.min(1).max(200)).max(MAX_NAMES).default([])

/** Filters of a channel. An empty list matches everything. */
export const ChannelOptions = z.strictObject({
  name: Line.trim().min(1).max(100),
  events: z.array(NotificationEvent).default(['found', 'reopened', 'fixed']),
  products: Names,
  hardware: Names,
  directions: z.array(FindingDirection).default([]),
  /** Minimum distance of the median ratio from 1: 0.05 excludes 0.96 and 1.04. */
  least: z.number().min(0).max(10).default(0),
  /** Delays a notification until a second run confirms the finding. */
  quiet: z.boolean().default(false),
  /** Sends a digest on Monday morning in the time zone of the channel. */
  weekly: z.boolean().default(false),
  timeZone: z.string().max(60).refine(isTimeZone, 'is not a time zone, such as UTC or Europe/Berlin').default('UTC'),
})
export type ChannelOptions = z.infer<typeof ChannelOptions>
