import { z } from 'zod'
import { appError } from '../errors.ts'

// Settings of a share that its author can change later.

export const DAY_MS = 24 * 3600 * 1000
const MAX_SHARE_DAYS = 3_660

export const ShareTitle = z.string().trim().min(1, 'a title is needed').max(200)
/** Days until the link expires; null for no expiry. */
export const DaysToLive = z.int().min(1).max(MAX_SHARE_DAYS).nullable()
export const SharePassword = z.string().min(8, 'a password has 8 characters or more').max(200).nullable()
/** The name in a readable address; null for a secret address. */
export const PublishName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and dashes')
  .max(80)
  .nullable()
export const Embargo = z.iso.datetime().nullable()

export const PUBLISHED_WITH_PASSWORD = appError(
  'contradiction',
  'A published page has no password. Remove the password, or share it by a link.',
)
