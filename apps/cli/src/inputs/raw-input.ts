import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { containerOf, whyUnreadable } from '@assay/domain/import/archives/container'
import { decodeText } from '@assay/domain/import/archives/decode-text'

/** No file of a benchmark is larger; an unpacked gzip bomb is. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** One file; its content is read on demand, so that a large folder is never in memory as a whole. */
export type RawInput = {
  /** Path as the user would write it, for messages that an editor can follow. */
  shown: string
  /** Absolute path, because folders above the given one may contain machine and date; with slashes on every system. */
  location: string
  /** Path below the given one, for the name of an attachment. */
  name: string
  read(): Buffer
}

export type Text = { ok: true; text: string } | { ok: false; why: string }

/** Returns the text of a file, unpacked when its first bytes are those of gzip or Zstandard. */
export function textOf(input: RawInput): Text {
  try {
    const bytes = input.read()
    const plain = unpacked(bytes)
    if (plain.length > MAX_FILE_BYTES) throw new FileTooLarge()
    const why = whyUnreadable(containerOf(plain))
    if (why !== null) return { ok: false, why }
    const text = decodeText(plain)
    return text.ok
      ? { ok: true, text: text.value }
      : { ok: false, why: `is ${text.error}; expected text, plain, .gz or .zst` }
  } catch (cause) {
    return { ok: false, why: reasonOf(cause) }
  }
}

function unpacked(bytes: Buffer): Buffer {
  const container = containerOf(bytes)
  const limit = { maxOutputLength: MAX_FILE_BYTES }
  if (container === 'gzip') return gunzipSync(bytes, limit)
  return container === 'zstd' ? zstdDecompressSync(bytes, limit) : bytes
}

export class FileTooLarge extends Error {
  constructor() {
    super(`is over ${MAX_FILE_BYTES / 1024 / 1024} MB; expected the output of one step`)
  }
}

/** The reason why a file cannot be read, as a sentence without its subject. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'cannot be read'
  if (cause instanceof FileTooLarge) return cause.message
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') return new FileTooLarge().message
  if (code === 'Z_BUF_ERROR') return 'is truncated gzip or .zst data; pack or copy it again'
  if (typeof code === 'string' && code.startsWith('ZSTD_')) return 'is truncated or damaged .zst data; pack it again'
  if (typeof code === 'string' && code.startsWith('Z_')) return `is damaged gzip data (${cause.message})`
  return `cannot be read (${cause.message})`
}
