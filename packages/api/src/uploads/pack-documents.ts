import { gzipSync } from 'node:zlib'
import { MAX_UNPACKED_CHARACTERS, type PackedText } from './packed-files.ts'

/**
 * Writes documents as JSON, one after another, in a worker thread, where no request waits for the synchronous packing.
 * Documents beyond the first `MAX_UNPACKED_CHARACTERS` are packed by gzip.
 */
export function packDocuments(documents: readonly object[]): PackedText[] {
  let characters = 0
  return documents.map((document) => {
    const text = JSON.stringify(document)
    characters += text.length
    return characters <= MAX_UNPACKED_CHARACTERS ? text : gzipSync(text, { level: 1 })
  })
}
