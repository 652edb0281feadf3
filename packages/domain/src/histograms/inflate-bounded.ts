import { Unzlib } from 'fflate'

const PIECE_BYTES = 4_096

/**
 * Decompresses zlib data in pieces, so that a small input cannot take much memory.
 *
 * @returns null for damaged data, and above `maxBytes`.
 */
export function inflateBounded(zipped: Uint8Array, maxBytes: number): Uint8Array | null {
  const pieces: Uint8Array[] = []
  let size = 0
  const stream = new Unzlib((piece) => {
    pieces.push(piece)
    size += piece.length
  })
  try {
    for (let from = 0; from < zipped.length; from += PIECE_BYTES) {
      stream.push(zipped.subarray(from, from + PIECE_BYTES), from + PIECE_BYTES >= zipped.length)
      if (size > maxBytes) return null
    }
  } catch {
    return null
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
