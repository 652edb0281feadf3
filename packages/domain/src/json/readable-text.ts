import type { z } from 'zod'

// Embeddings, overrides and isolates of Unicode's bidirectional algorithm, which can make a name look like another one.
// The marks U+200E and U+200F are allowed, because Arabic and Hebrew texts need them and they reorder no other letters.
const BIDI_CONTROL = /[\u061c\u202a-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression detects control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

export const BIDI_REFUSED = 'must not hold bidirectional control characters (U+202A to U+202E, U+2066 to U+2069)'

export const hasBidiControl = (text: string): boolean => BIDI_CONTROL.test(text)

/** Replaces bidirectional controls by their code points, in text that was stored before they were refused. */
export const showBidiControls = (text: string): string =>
  hasBidiControl(text) ? text.replaceAll(new RegExp(BIDI_CONTROL, 'g'), (sign) => `[U+${hexOf(sign)}]`) : text

const hexOf = (sign: string) => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** Matches texts that need none of the checks below, and that are equal to their composed form. */
const PLAIN_ASCII = /^[\t\n\r\u0020-\u007f]*$/

/**
 * Stored text that people read: well formed, no control characters except tab and line breaks, no bidirectional
 * controls, in composed form (NFC). One check for all of this, because every upload has hundreds of texts.
 */
export const readableText = (schema: z.ZodString): z.ZodString =>
  schema.check((payload) => {
    const { value, issues } = payload
    if (PLAIN_ASCII.test(value)) return
    const refuse = (message: string) => issues.push({ code: 'custom', message, input: value, continue: true })
    if (!value.isWellFormed()) refuse('must be well-formed Unicode (no lone surrogates)')
    if (CONTROL.test(value)) refuse('must not hold control characters')
    if (hasBidiControl(value)) refuse(BIDI_REFUSED)
    if (issues.length === 0) payload.value = value.normalize('NFC')
  })

/** The JSON pointer of the first text or key with a bidirectional control; null if there is none. */
export function findBidiControl(value: unknown, pointer = ''): string | null {
  if (typeof value === 'string') return hasBidiControl(value) ? pointer : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, one] of Object.entries(value)) {
    if (hasBidiControl(key)) return pointer
    const found = findBidiControl(one, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (found !== null) return found
  }
  return null
}
