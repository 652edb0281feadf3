import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { redact } from '@assay/domain/parse/redact'
import { LIMITS, type UploadAttachment } from '@assay/domain/run/upload-document'
import { type RawInput, textOf } from '../inputs/raw-input.ts'
import { type SpoolBlob, sha256Hex } from '../spool/spool-entry.ts'

const pack = promisify(gzip)

/** Up to here a file travels inside the document, as long as all of them together stay well below its 8 MB. */
const INLINE_BYTES = 64 * 1024
const INLINE_TOTAL_BYTES = 3 * 1024 * 1024

/**
 * The raw files of a run, without passwords and home paths, as attachments: small ones inside the document, large ones
 * to be sent before it. Each is known by the hash of its redacted text, so a .gz copy is the same file.
 */
export async function attachRawFiles(
  inputs: readonly RawInput[],
): Promise<{ attachments: UploadAttachment[]; blobs: SpoolBlob[] }> {
  const attachments: UploadAttachment[] = []
  const blobs = new Map<string, SpoolBlob>()
  const names = new Set<string>()
  let inlineTotal = 0
  for (const input of inputs.slice(0, LIMITS.attachments)) {
    const text = textOf(input)
    const name = attachmentName(input.name)
    if (!text.ok || names.has(name)) continue
    names.add(name)
    const content = Buffer.from(redact(text.text), 'utf8')
    const sha256 = sha256Hex(content)
    const packed = await pack(content)
    const facts = { name, sha256, sizeBytes: content.length, mediaType: 'text/plain' }
    if (packed.length <= INLINE_BYTES && inlineTotal + packed.length <= INLINE_TOTAL_BYTES) {
      inlineTotal += packed.length
      attachments.push({ ...facts, contentGzipBase64: packed.toString('base64') })
    } else {
      attachments.push(facts)
      blobs.set(sha256, { sha256, gzip: packed })
    }
  }
  return { attachments, blobs: [...blobs.values()] }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const CONTROL_CHARACTERS = /[\u0000-\u001f]/g

/** As the schema wants it: whatever a file system allows must not make the run unsendable. */
function attachmentName(name: string): string {
  return name.replace(/\.gz$/, '').replace(CONTROL_CHARACTERS, '?').slice(-1_000).toWellFormed()
}
