import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { escapeHtml } from '../compare/render/escape-html.ts'
import { noteText } from '../findings/notes/note-text.ts'
import { ChannelOptions } from '../notifications/channel-options.ts'
import { ReportContent } from '../publish/report/report-content.ts'
import { UploadDocument } from '../run/upload-document.ts'
import { SpecText } from '../specs/spec-content.ts'
import { BIDI_REFUSED, findBidiControl, hasBidiControl, readableText, showBidiControls } from './readable-text.ts'

const CONTROLS = ['\u061c', ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
}

test.each(CONTROLS)('the control %j is refused in every kind of stored text', (control) => {
  const text = `release${control}gnp.exe`
  for (const schema of [readableText(z.string()), noteText(200), SpecText]) {
    expect(schema.safeParse(text).success).toBe(false)
    expect(schema.safeParse('release').success).toBe(true)
  }
  expect(ChannelOptions.safeParse({ name: text }).success).toBe(false)
  for (const field of ['title', 'tldr', 'text']) {
    const content = { title: 'a', tldr: '', text: '', [field]: text }
    expect(ReportContent.safeParse(content).success, field).toBe(false)
  }
  const parsed = UploadDocument.safeParse({ product: text })
  expect(parsed.error?.issues.some(({ message }) => message.includes('bidirectional'))).toBe(true)
})

test('Arabic and Hebrew text with its marks is accepted', () => {
  for (const text of ['שלום\u200f (v2)', 'قاعدة بيانات\u200e 18.1']) {
    expect(readableText(z.string()).parse(text)).toBe(text)
  }
})

test('a control anywhere in JSON is found with its pointer', () => {
  expect(findBidiControl({ a: [{ 'b/c': 'x\u202ey' }] })).toBe('/a/0/b~1c')
  expect(findBidiControl({ a: { 'k\u2066': 1 } })).toBe('/a')
  expect(findBidiControl({ a: ['x', 1, null, true] })).toBeNull()
})

test('markup shows the controls of text that was stored before', () => {
  expect(escapeHtml('a\u202e<b>')).toBe('a[U+202E]&lt;b&gt;')
  expect(showBidiControls('plain')).toBe('plain')
})

test('any text has the result of separate checks, each of which reads the whole text', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression detects control characters
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
  const separate = z
    .string()
    .max(8)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode (no lone surrogates)')
    .refine((text) => !control.test(text), 'must not hold control characters')
    .refine((text) => !hasBidiControl(text), BIDI_REFUSED)
    .transform((text) => text.normalize('NFC'))
  const unit = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\t',
    '\u007f',
    '\u0080',
    '\0',
    '\u001f',
    '\ud800',
    'e\u0301',
    '\u202e',
    'ש',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 10 }), (text) => {
      const [one, each] = [readableText(z.string().max(8)).safeParse(text), separate.safeParse(text)]
      expect(one.data).toBe(each.data)
      expect(one.error?.issues).toEqual(each.error?.issues)
    }),
    { numRuns: 1_000 },
  )
})
