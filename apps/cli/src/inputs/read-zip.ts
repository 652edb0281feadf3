import { crc32, inflateRawSync } from 'node:zlib'
import { readZipDirectory, type ZipEntry } from '@assay/domain/import/archives/zip-directory'
import type { Problem } from '@assay/domain/parse/problem'
import { MAX_FILE_BYTES, type RawInput } from './raw-input.ts'

/**
 * Lists the files of a zip archive. Each is unpacked when it is read, and its size and checksum are checked then.
 *
 * @param limits counts the unpacked bytes together with those of other archives.
 */
export function readZip(
  { shown, whole }: { shown: string; whole(): Buffer },
  limits: { maxBytes: number; bytes: number },
  maxFiles: number,
): { inputs: RawInput[]; problems: Problem[] } {
  const directory = readZipDirectory(whole(), maxFiles)
  if (!directory.ok) return { inputs: [], problems: [{ file: shown, message: directory.error }] }
  const { entries, refused } = directory.value
  const problems = refused.map(
    ({ path, reason }): Problem => ({ file: shown, message: `holds ${JSON.stringify(path)}, ${reason}` }),
  )
  limits.bytes += entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (limits.bytes > limits.maxBytes) {
    const message = `is over ${Math.round(limits.maxBytes / 1024 / 1024)} MB unpacked; unpack it and give its folder`
    return { inputs: [], problems: [...problems, { file: shown, message }] }
  }
  const inputs: RawInput[] = []
  for (const entry of entries) {
    if (entry.sizeBytes > MAX_FILE_BYTES) {
      const message = `holds ${JSON.stringify(entry.path)}, which is over ${MAX_FILE_BYTES / 1024 / 1024} MB`
      problems.push({ file: shown, message })
    } else {
      const { path } = entry
      inputs.push({ shown: `${shown}/${path}`, location: path, name: path, read: () => unpackEntry(entry) })
    }
  }
  return { inputs, problems }
}

function unpackEntry({ packed, isDeflated, sizeBytes, crc32: expected }: ZipEntry): Buffer {
  const bytes = isDeflated ? inflateRawSync(packed, { maxOutputLength: Math.max(1, sizeBytes) }) : Buffer.from(packed)
  if (bytes.length !== sizeBytes || crc32(bytes) !== expected)
    throw new Error('its size or checksum differs from that in the zip archive; pack it again')
  return bytes
}
