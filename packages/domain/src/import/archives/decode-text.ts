import { err, ok, type Result } from '../../result.ts'

/** A NUL byte in the first part of a file shows that it is binary, or UTF-16 without a mark. */
const BINARY = 'binary data (it holds NUL bytes)'

const WORKBOOK = 'a workbook (save each of its sheets as CSV, docs/csv.md)'
/** First bytes of PNG, JPEG, GIF and PDF files, which stand next to results and hold none. */
const PICTURES: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

/** True for the workbook of a spreadsheet program, which is a zip file with this member at its beginning. */
function isWorkbook(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4_000))
  return startsWith(bytes, ZIP) && /\[Content_Types\]\.xml|application\/vnd\.oasis\.opendocument/.test(head)
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte)

/**
 * Decodes the text of a file: UTF-8, UTF-16 with its byte order mark (as PowerShell redirects output), otherwise
 * Windows-1252, in which spreadsheets export CSV. A picture has no text. The error names what the bytes are instead.
 */
export function decodeText(bytes: Uint8Array): Result<string, string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be')
  if (PICTURES.some((magic) => startsWith(bytes, magic))) return ok('')
  if (isWorkbook(bytes)) return err(WORKBOOK)
  if (bytes.includes(0)) return err(BINARY)
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // A file of an old spreadsheet; every byte has a meaning there, so this decoding cannot fail.
    return ok(new TextDecoder('windows-1252').decode(bytes))
  }
}

function decoded(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Result<string, string> {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? err(BINARY) : ok(text)
  } catch {
    return err('damaged UTF-16 text')
  }
}
