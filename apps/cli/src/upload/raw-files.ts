import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { redact } from '@assay/domain/parse/redact'
import { LIMITS, type UploadAttachment } from '@assay/domain/run/upload-document'
import { type RawInput, textOf } from '../inputs/raw-input.ts'
import { type SpoolBlob, sha256Hex } from '../spool/spool-entry.ts'

const pack = promisify(gzip)

/**
 * A file up to this size is sent inside the document, as long as all of them together stay well below the document's 8
 * MB.
 */
const INLINE_BYTES = 64 * 1024
const INLINE_TOTAL_BYTES = 3 * 1024 * 1024

/**
 * Packs the raw files of a run, without passwords and home paths. Each is identified by the hash of its redacted text,
 * so a .gz copy is the same file. Small ones are sent inside the document, large ones before it.
 *
 * @param attachments receives the attachments for the document.
 * @param signal stops the packing when it is aborted.
 * @returns the large ones, one at a time.
 */
export async function* packRawFiles(
  inputs: readonly RawInput[],
  attachments: UploadAttachment[],
  signal: AbortSignal,
): AsyncGenerator<SpoolBlob> {
  const names = new Set<string>()
  const large = new Set<string>()
  let inlineTotal = 0
  for (const input of inputs.slice(0, LIMITS.attachments)) {
    if (signal.aborted) return
    const name = attachmentName(input.name)
    const content = redactedContent(input)
    if (content === null || names.has(name)) continue
    names.add(name)
    const packed = await pack(content)
    const facts = { name, sha256: sha256Hex(content), sizeBytes: content.length, mediaType: 'text/plain' }
    if (packed.length <= INLINE_BYTES && inlineTotal + packed.length <= INLINE_TOTAL_BYTES) {
      inlineTotal += packed.length
      attachments.push({ ...facts, contentGzipBase64: packed.toString('base64') })
      continue
    }
    attachments.push(facts)
    if (large.has(facts.sha256)) continue
    large.add(facts.sha256)
    yield { sha256: facts.sha256, gzip: packed }
  }
}

function redactedContent(input: RawInput): Buffer | null {
  const text = textOf(input)
  return text.ok ? Buffer.from(redact(text.text), 'utf8') : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression replaces control characters
const CONTROL_CHARACTERS = /[\u0000-\u001f]/g

/** Converts a file name to one that is valid in the schema, because a file with any name must be uploadable. */
function attachmentName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/(?<=[^/])\.(?:gz|zst)$/, '')
    .replace(CONTROL_CHARACTERS, '?')
    .slice(-1_000)
    .toWellFormed()
}
