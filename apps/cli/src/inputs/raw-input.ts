import { gunzipSync } from 'node:zlib'

/** No file of a benchmark is larger; an unpacked gzip bomb is. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** One file; its content is read on demand, so that a large folder is never in memory as a whole. */
export type RawInput = {
  /** Path as the user would write it, for messages that an editor can follow. */
  shown: string
  /** Absolute path, because folders above the given one may contain machine and date; with slashes on every system. */
  place: string
  /** Path below the given one, for the name of an attachment. */
  name: string
  read(): Buffer
}

export type Text = { ok: true; text: string } | { ok: false; why: string }

/** Returns the text of a file, unpacked when its first bytes are those of gzip. */
export function textOf(input: RawInput): Text {
  try {
    const bytes = input.read()
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }) : bytes
    if (plain.length > MAX_FILE_BYTES) throw new FileTooLarge()
    if (plain.includes(0)) return { ok: false, why: 'is binary (it holds NUL bytes); expected text, plain or .gz' }
    return { ok: true, text: new TextDecoder('utf-8').decode(plain) }
  } catch (cause) {
    return { ok: false, why: reasonOf(cause) }
  }
}

export class FileTooLarge extends Error {
  constructor() {
    super(`is over ${MAX_FILE_BYTES / 1024 / 1024} MB; expected the output of one step`)
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'cannot be read'
  if (cause instanceof FileTooLarge) return cause.message
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') return new FileTooLarge().message
  if (code === 'Z_BUF_ERROR') return 'is truncated gzip data; pack or copy it again'
  if (typeof code === 'string' && code.startsWith('Z_')) return `is damaged gzip data (${cause.message})`
  return `cannot be read (${cause.message})`
}
