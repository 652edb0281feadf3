export type ContentType = { mediaType: string; extension: string }

/** Maximum pixels of an image, because a small file can describe an image that fills the memory of its reader. */
export const MAX_PIXELS = 40_000_000

const PNG: ContentType = { mediaType: 'image/png', extension: 'png' }
const SVG: ContentType = { mediaType: 'image/svg+xml', extension: 'svg' }
const SIGNATURES: readonly { type: ContentType; at: number; bytes: string }[] = [
  { type: PNG, at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: { mediaType: 'image/jpeg', extension: 'jpg' }, at: 0, bytes: '\xff\xd8\xff' },
  { type: { mediaType: 'image/gif', extension: 'gif' }, at: 0, bytes: 'GIF87a' },
  { type: { mediaType: 'image/gif', extension: 'gif' }, at: 0, bytes: 'GIF89a' },
  { type: { mediaType: 'image/webp', extension: 'webp' }, at: 8, bytes: 'WEBP' },
  { type: { mediaType: 'application/pdf', extension: 'pdf' }, at: 0, bytes: '%PDF-' },
  { type: { mediaType: 'application/zip', extension: 'zip' }, at: 0, bytes: 'PK\x03\x04' },
  { type: { mediaType: 'application/gzip', extension: 'gz' }, at: 0, bytes: '\x1f\x8b' },
]

/** The type of a file by its content; its name is not read, because a name can say anything. */
export function contentTypeOf(content: Uint8Array): ContentType {
  const known = SIGNATURES.find(({ at, bytes }) => startsWith(content, at, bytes))
  if (known !== undefined) return known.type
  const text = textOf(content)
  if (text === null) return { mediaType: 'application/octet-stream', extension: 'bin' }
  return IS_SVG.test(text) ? SVG : { mediaType: 'text/plain', extension: 'txt' }
}

/** An SVG begins with its element, after comments, instructions and a document type. */
const IS_SVG = /^\ufeff?\s*(?:<\?[^>]*>\s*|<!--[\s\S]{0,10000}?-->\s*|<!doctype[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<svg[\s>]/i

/** The number of pixels that the head of a PNG or GIF states; null for other files. */
export function pixelsOf(content: Uint8Array): number | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  if (startsWith(content, 0, '\x89PNG') && content.length >= 24) return view.getUint32(16) * view.getUint32(20)
  if (startsWith(content, 0, 'GIF8') && content.length >= 10) return view.getUint16(6, true) * view.getUint16(8, true)
  return null
}

const startsWith = (content: Uint8Array, at: number, bytes: string): boolean =>
  content.length >= at + bytes.length && [...bytes].every((byte, i) => content[at + i] === byte.charCodeAt(0))

/** The content as text; null when it is not UTF-8 or contains zero bytes. */
function textOf(content: Uint8Array): string | null {
  if (content.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}
