/** A part of an upload with its hash, by which the server knows whether it has the part. */
export type UploadPart = { sha256: string; body: Blob }

/** Size of a part; the last one is smaller. The server accepts no larger ones. */
const PART_BYTES = 4 * 1024 * 1024

/** The hashes of one upload are computed once, although it is sent for every preview. */
const known = new WeakMap<Blob, Promise<readonly UploadPart[]>>()

/**
 * The parts of an upload; null for one that has a single part, and on a page without https, where browsers offer no
 * hashes: these are sent as a whole.
 */
export function partsOf(body: Blob): Promise<readonly UploadPart[]> | null {
  if (body.size <= PART_BYTES || globalThis.crypto?.subtle === undefined) return null
  const parts = known.get(body) ?? divide(body)
  known.set(body, parts)
  return parts
}

async function divide(body: Blob): Promise<readonly UploadPart[]> {
  const parts: UploadPart[] = []
  for (let from = 0; from < body.size; from += PART_BYTES) {
    const part = body.slice(from, from + PART_BYTES)
    parts.push({ sha256: await sha256Of(part), body: part })
  }
  return parts
}

async function sha256Of(part: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
