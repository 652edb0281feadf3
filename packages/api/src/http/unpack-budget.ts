import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { moveIfPossible } from './move-request.ts'

/**
 * A byte of gzip can expand to 1,032. Benchmark output expands to 5 to 60 times its packed size, so a higher ratio is
 * not benchmark data.
 */
export const MAX_UNPACK_RATIO = 200
/** Below this size the ratio is not checked, because a short file may be highly repetitive. */
export const FREE_UNPACKED_BYTES = 16 * 1024 * 1024

/** Unpacking and reading more than this takes tens of milliseconds of an event loop. */
const LONG_BYTES = 1024 * 1024

const CHUNK_BYTES = 64 * 1024

let unpackedInProcess = 0

/** Bytes that this process has unpacked since it started, including refused ones. */
export const bytesUnpacked = (): number => unpackedInProcess

/** The refusal of packed data that would become too large. */
export class TooMuchUnpacked extends Error {}

/**
 * The running total of everything that is unpacked for a request: its body, an archive in it, and the packed files of
 * the archive. It is checked before each chunk is used, so that at most one chunk is unpacked in vain.
 */
export class UnpackBudget {
  readonly maxBytes: number
  #packed = 0
  #unpacked = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** True once something was refused; the rest of the request is then refused as well. */
  get isExceeded(): boolean {
    return this.#unpacked > this.#allowed
  }

  /** Bytes of the request so far: the larger of sent and unpacked bytes. */
  get bytes(): number {
    return Math.max(this.#packed, this.#unpacked)
  }

  get #allowed(): number {
    return Math.min(this.maxBytes, Math.max(FREE_UNPACKED_BYTES, this.#packed * MAX_UNPACK_RATIO))
  }

  /** Moves a request for which much was unpacked to the process for heavy requests. Call it after each chunk. */
  async moveIfLong(): Promise<void> {
    if (this.#unpacked > LONG_BYTES) await moveIfPossible()
  }

  /** Counts bytes as they were sent; the allowed unpacked size grows with them. */
  receive(bytes: number): void {
    this.#packed += bytes
  }

  /** @throws TooMuchUnpacked when the total exceeds the limit, or the ratio to the sent bytes. */
  unpack(bytes: number): void {
    unpackedInProcess += bytes
    this.#unpacked += bytes
    if (!this.isExceeded) return
    throw new TooMuchUnpacked(
      this.#unpacked > this.maxBytes
        ? `over ${sizeText(this.maxBytes)} unpacked`
        : `over ${MAX_UNPACK_RATIO} times as large unpacked as it was sent`,
    )
  }
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Gunzips chunk by chunk without blocking the event loop. Truncated or damaged data is an error, never a shorter text.
 *
 * @param maxBytes limit of this content, below that of the budget.
 */
export const gunzip = (packed: Chunks, budget: UnpackBudget, maxBytes = budget.maxBytes): Promise<Buffer> =>
  unpack(packed, createGunzip({ chunkSize: CHUNK_BYTES }), budget, maxBytes)

/** The same with another format. */
export const unpack = (
  packed: Chunks,
  decompress: Transform,
  budget: UnpackBudget,
  maxBytes = budget.maxBytes,
): Promise<Buffer> => pipeline(packed, decompress, (chunks: Chunks) => counted(chunks, budget, maxBytes))

async function counted(chunks: Chunks, budget: UnpackBudget, maxBytes: number): Promise<Buffer> {
  const collected: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    budget.unpack(chunk.length)
    size += chunk.length
    if (size > maxBytes) throw new TooMuchUnpacked(`over ${sizeText(maxBytes)} unpacked`)
    await budget.moveIfLong()
    collected.push(chunk)
  }
  return Buffer.concat(collected)
}

export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`
}
