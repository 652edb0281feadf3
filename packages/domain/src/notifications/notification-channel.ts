import { z } from 'zod'
import { FindingDirection } from '../findings/finding.ts'
import { ChannelKind, NotificationEvent } from './channel-options.ts'

/** Where a project, or a person, hears of findings, as it is stored and shown; without its address and secret. */
export const NotificationChannel = z.object({
  id: z.string(),
  projectId: z.string(),
  /** Whose own it is; null for the project's. */
  personId: z.string().nullable(),
  kind: ChannelKind,
  name: z.string(),
  /** As much of the address as may be seen. */
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
  /** Why, where nobody paused it by hand. */
  pausedWhy: z.string().nullable(),
  /** Attempts that failed since one that did not. */
  failures: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
})
export type NotificationChannel = z.infer<typeof NotificationChannel>
