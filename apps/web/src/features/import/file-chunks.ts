/** A chunk of an upload with its hash, by which the server knows whether it has the chunk. */
export type UploadChunk = { sha256: string; body: Blob }

/** Size of a chunk; the last one is smaller. The server accepts no larger ones. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** The hashes of one upload are computed once, although it is sent for every preview. */
const known = new WeakMap<Blob, Promise<readonly UploadChunk[]>>()

/** False for an upload of a single chunk, and on a page without https, where browsers offer no hashes. */
export const isSentInChunks = (body: Blob): boolean =>
  body.size > CHUNK_BYTES && globalThis.crypto?.subtle !== undefined

/** The chunks of an upload; null for one that is sent as a whole. */
export function chunksOf(body: Blob): Promise<readonly UploadChunk[]> | null {
  if (!isSentInChunks(body)) return null
  const chunks = known.get(body) ?? divide(body)
  known.set(body, chunks)
  return chunks
}

async function divide(body: Blob): Promise<readonly UploadChunk[]> {
  const chunks: UploadChunk[] = []
  for (let from = 0; from < body.size; from += CHUNK_BYTES) {
    const chunk = body.slice(from, from + CHUNK_BYTES)
    chunks.push({ sha256: await sha256Of(chunk), body: chunk })
  }
  return chunks
}

async function sha256Of(chunk: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await chunk.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
