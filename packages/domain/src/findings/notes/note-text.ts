import { z } from 'zod'

/** Text that people wrote: well formed, without control characters but tab and line breaks, not blank. */
/** @param whenEmpty  what is said of an empty one, instead of that it is empty. */
export const noteText = (max: number, whenEmpty?: string) =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(max)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode (no lone surrogates)')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text), 'must not hold control characters')
    .transform((text) => text.normalize('NFC'))

/** The last part of an address: small letters, digits and single dashes. */
export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters and digits with single dashes between')

export const WebLink = z.url({ protocol: /^https?$/ }).max(2_000)
