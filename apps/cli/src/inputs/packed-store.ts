import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Packed bytes that stay in memory; those of a larger archive go to a temporary file. */
const MAX_MEMORY_BYTES = 32 * 1024 * 1024

/**
 * Keeps the files of archives packed until they are read, so that an archive of gigabytes needs little memory. The
 * temporary file has no name any more while it is open, so nothing of it remains when the process is killed.
 */
export class PackedStore {
  readonly #maxMemoryBytes: number
  #bytes = 0
  #file: { descriptor: number; end: number } | null = null

  constructor(maxMemoryBytes = MAX_MEMORY_BYTES) {
    this.#maxMemoryBytes = maxMemoryBytes
  }

  /** Keeps the content of a file, and returns a function that reads it. */
  add(content: Buffer): () => Buffer {
    const packed = exactCopy(gzipSync(content, { level: 1 }))
    this.#bytes += packed.length
    if (this.#bytes <= this.#maxMemoryBytes) return () => gunzipSync(packed)
    this.#file ??= { descriptor: openNameless(), end: 0 }
    const { descriptor, end } = this.#file
    for (let at = 0; at < packed.length; ) at += writeSync(descriptor, packed, at, packed.length - at, end + at)
    this.#file.end = end + packed.length
    const size = packed.length
    return () => gunzipSync(readAt(descriptor, end, size))
  }
}

/** A copy that owns as many bytes as it has; zlib returns a part of a buffer of 64 KB or more. */
function exactCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'assay-archive-'))
  const descriptor = openSync(join(folder, 'files'), 'wx+', 0o600)
  try {
    rmSync(folder, { recursive: true })
  } catch {
    // Windows removes no open file; it is removed when the process ends.
    process.once('exit', () => {
      closeSync(descriptor)
      rmSync(folder, { recursive: true, force: true })
    })
  }
  return descriptor
}

function readAt(descriptor: number, from: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let at = 0
  while (at < size) {
    const count = readSync(descriptor, bytes, at, size - at, from + at)
    if (count === 0) throw new Error('the temporary copy of an archive ends early')
    at += count
  }
  return bytes
}
