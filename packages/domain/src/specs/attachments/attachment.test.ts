import { expect, test } from 'vitest'
import { attachmentMarkdown, attachmentName, attachmentNamesIn, isNameOf, withAttachments } from './attachment.ts'
import { contentTypeOf, pixelsOf } from './content-type.ts'

const SHA = `3f2a9c1b04de${'0'.repeat(52)}`
const PNG = { mediaType: 'image/png', extension: 'png' }
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['C:\\Plots\\Große Übersicht (2).PNG', 'gro-e-u-bersicht-2-3f2a9c1b04de.png'],
  ['../../etc/passwd', 'passwd-3f2a9c1b04de.png'],
  ['図.png', 'file-3f2a9c1b04de.png'],
  [`${'a'.repeat(200)}.svg`, `${'a'.repeat(60)}-3f2a9c1b04de.png`],
])('the name of %s has words, digits of the hash and the extension of the content', (fileName, name) => {
  expect(attachmentName(fileName, SHA, PNG)).toBe(name)
  expect(isNameOf(name, SHA)).toBe(true)
  expect(isNameOf(name, SHA.replace('3', '4'))).toBe(false)
  expect(attachmentNamesIn(`![x](attachments/${name}) and ![y](attachments/${name})`)).toEqual([name])
})

test('brackets in the words of an image are escaped', () => {
  const attachment = { name: 'a-3f2a9c1b04de.png', mediaType: 'image/png' }
  expect(attachmentMarkdown(attachment, 'a [b](c)\n<d>')).toBe(
    '![a \\[b\\](c) \\<d\\>](attachments/a-3f2a9c1b04de.png)',
  )
  expect(attachmentMarkdown({ ...attachment, mediaType: 'application/pdf' }, 'a')).toBe(
    '[a](attachments/a-3f2a9c1b04de.png)',
  )
})

test('addresses of attachments are replaced in tags only', () => {
  const html =
    '<p>src="attachments/a-3f2a9c1b04de.png" <img src="attachments/a-3f2a9c1b04de.png" alt="words" loading="lazy"> <a href="attachments/b-3f2a9c1b04de.pdf" rel="x">file</a></p>'
  expect(withAttachments(html, (name) => `/at/${name}`)).toBe(
    '<p>src="attachments/a-3f2a9c1b04de.png" <img src="/at/a-3f2a9c1b04de.png" alt="words" loading="lazy"> <a href="/at/b-3f2a9c1b04de.pdf" rel="x">file</a></p>',
  )
  expect(withAttachments(html, () => null)).toBe(
    '<p>src="attachments/a-3f2a9c1b04de.png" <em>words (missing image)</em> file (missing file)</p>',
  )
})

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="x">', 'image/svg+xml'],
  ['<html><svg></svg></html>', 'text/plain'],
  ['a,b\n1,2', 'text/plain'],
  ['\xff\xfe\0', 'application/octet-stream'],
])('the type of %j is %s, whatever its name says', (content, mediaType) => {
  expect(contentTypeOf(bytes(content)).mediaType).toBe(mediaType)
})

test('the head of a PNG states its pixels', () => {
  expect(pixelsOf(bytes(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\0\x02\0`))).toBe(65_536 * 512)
  expect(pixelsOf(bytes('GIF89a\x02\0\x03\0'))).toBe(6)
  expect(pixelsOf(bytes('\xff\xd8\xff'))).toBeNull()
})
