import { err, ok, type Result } from '../../result.ts'

/** A NUL byte in the first part of a file shows that it is binary, or UTF-16 without a mark. */
const BINARY = 'binary data (it holds NUL bytes)'

/**
 * Decodes the text of a file: UTF-8, UTF-16 with its byte order mark (as PowerShell redirects output), otherwise
 * Windows-1252, in which spreadsheets export CSV. The error names what the bytes are instead.
 */
export function decodeText(bytes: Uint8Array): Result<string, string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be')
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
