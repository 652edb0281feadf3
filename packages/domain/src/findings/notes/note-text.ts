import { z } from 'zod'
import { readableText } from '../../json/readable-text.ts'

/**
 * Non-blank text that a person writes.
 *
 * @param whenEmpty error message for an empty text, instead of the default.
 */
export const noteText = (max: number, whenEmpty?: string) => readableText(z.string().trim().min(1, whenEmpty).max(max))

/** The last segment of a URL: lower-case letters, digits and single dashes. */
export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters and digits with single dashes between')

export const WebLink = z.url({ protocol: /^https?$/ }).max(2_000)
