import { z } from 'zod'
import { FindingDirection } from '../findings/finding.ts'
import { ChannelKind, NotificationEvent } from './channel-options.ts'

/** A channel of a project or a person as it is stored and shown, without its address and secret. */
export const NotificationChannel = z.object({
  id: z.string(),
  projectId: z.string(),
  /** The person who owns the channel; null for a channel of the project. */
  personId: z.string().nullable(),
  kind: ChannelKind,
  name: z.string(),
  /** The part of the address that is shown. */
  shown: z.string(),
  events: z.array(NotificationEvent),
  products: z.array(z.string()),
  hardware: z.array(z.string()),
  directions: z.array(FindingDirection),
  least: z.number(),
  quiet: z.boolean(),
  weekly: z.boolean(),
  timeZone: z.string(),
  pausedAt: z.string().nullable(),
  /** Reason of an automatic pause; null when a person paused it. */
  pausedWhy: z.string().nullable(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
})
export type NotificationChannel = z.infer<typeof NotificationChannel>
