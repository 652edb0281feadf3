import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { redact } from '@assay/domain/parse/redact'
import { LIMITS, type UploadAttachment } from '@assay/domain/run/upload-document'
import { EXIT } from '../exit-code.ts'
import { type RawInput, textOf } from '../inputs/raw-input.ts'
import { type SpoolBlob, sha256Hex } from '../spool/spool-entry.ts'
import { Stop } from '../stop.ts'

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
): Promise<{ attachments: UploadAttachment[]; blobs(): AsyncIterable<SpoolBlob> }> {
  const attachments: UploadAttachment[] = []
  const large = new Map<string, RawInput>()
  const names = new Set<string>()
  let inlineTotal = 0
  for (const input of inputs.slice(0, LIMITS.attachments)) {
    const name = attachmentName(input.name)
    const content = redactedContent(input)
    if (content === null || names.has(name)) continue
    names.add(name)
    const packed = await pack(content)
    const facts = { name, sha256: sha256Hex(content), sizeBytes: content.length, mediaType: 'text/plain' }
    if (packed.length <= INLINE_BYTES && inlineTotal + packed.length <= INLINE_TOTAL_BYTES) {
      inlineTotal += packed.length
      attachments.push({ ...facts, contentGzipBase64: packed.toString('base64') })
    } else {
      attachments.push(facts)
      large.set(facts.sha256, input)
    }
  }
  return { attachments, blobs: () => packAgain(large) }
}

/** Large files are read a second time rather than all kept in memory. */
async function* packAgain(inputs: ReadonlyMap<string, RawInput>): AsyncGenerator<SpoolBlob> {
  for (const [sha256, input] of inputs) {
    const content = redactedContent(input)
    if (content === null || sha256Hex(content) !== sha256) {
      throw new Stop(
        EXIT.local,
        `${input.shown} changed while it was being read; push again once the benchmark is done.`,
      )
    }
    yield { sha256, gzip: await pack(content) }
  }
}

function redactedContent(input: RawInput): Buffer | null {
  const text = textOf(input)
  return text.ok ? Buffer.from(redact(text.text), 'utf8') : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const CONTROL_CHARACTERS = /[\u0000-\u001f]/g

/** As the schema wants it: whatever a file system allows must not make the run unsendable. */
function attachmentName(name: string): string {
  return name.replace(/\.gz$/, '').replace(CONTROL_CHARACTERS, '?').slice(-1_000).toWellFormed()
}
