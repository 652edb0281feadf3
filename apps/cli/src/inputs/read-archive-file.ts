import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { posix } from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import type { Problem } from '@assay/domain/parse/problem'
import { extract, type Header } from 'tar-stream'
import { systemReason } from '../stop.ts'
import { MAX_FILE_BYTES, type RawInput } from './raw-input.ts'

/** The limits of an upload of raw output, so that every archive that is accepted here is accepted by the server. */
const MAX_ARCHIVE_FILES = 20_000
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024

class Refusal extends Error {}

/**
 * Reads the files of a .tar or .tar.gz as a stream. They stay in memory compressed (benchmark output packs about 10:1).
 * Links, and paths that lead outside, are problems; damage is a problem too, but files before it count.
 */
export async function readArchive(
  { path, place }: { path: string; place: string },
  maxUnpackedBytes: number = MAX_UNPACKED_BYTES,
): Promise<{ inputs: RawInput[]; problems: Problem[] }> {
  const inputs: RawInput[] = []
  const problems: Problem[] = []
  const folder = posix.dirname(place)
  const tar = extract()
  const entriesRead = readEntries()
  try {
    const unpack = (await isGzip(path)) ? [createGunzip()] : []
    await Promise.all([pipeline([createReadStream(path), ...unpack, cap(maxUnpackedBytes), tar]), entriesRead])
  } catch (cause) {
    tar.destroy()
    await entriesRead.catch(() => undefined)
    const why = cause instanceof Refusal ? cause.message : `is a truncated or damaged archive (${systemReason(cause)})`
    problems.push({ file: path, message: `${why}; the files before it are used` })
  }
  return { inputs, problems }

  async function readEntries(): Promise<void> {
    for await (const entry of tar) {
      const { name: inside, type } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      const refusal = refusalOf(entry.header)
      if (refusal !== null) {
        problems.push({ file: path, message: refusal })
        entry.resume()
        continue
      }
      if (inputs.length >= MAX_ARCHIVE_FILES) throw new Refusal(`holds over ${MAX_ARCHIVE_FILES} files`)
      const packed = gzipSync(await buffer(entry), { level: 1 })
      const below = inside.replace(/^(\.\/)+/, '')
      inputs.push({
        shown: `${path}/${below}`,
        place: posix.join(folder, below),
        name: below,
        read: () => gunzipSync(packed),
      })
    }
  }
}

function refusalOf({ name, type, size }: Header): string | null {
  if (type !== 'file' && type !== 'contiguous-file')
    return `holds ${JSON.stringify(name)}, a ${type ?? 'special file'}; only plain files are read`
  const leadsOut = name.startsWith('/') || name.split('/').includes('..') || name.includes('\0')
  if (leadsOut) return `holds the path ${JSON.stringify(name)}; paths must stay below the archive's root`
  if ((size ?? 0) > MAX_FILE_BYTES)
    return `holds ${JSON.stringify(name)}, which is over ${MAX_FILE_BYTES / 1024 / 1024} MB`
  return null
}

/** Passes a limited number of unpacked bytes, so that a huge archive is stopped early. */
function cap(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) {
        done(new Refusal(`is over ${Math.round(maxBytes / 1024 / 1024)} MB unpacked; unpack it and give its folder`))
      } else done(null, chunk)
    },
  })
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer: magic } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return magic[0] === 0x1f && magic[1] === 0x8b
  } finally {
    await file.close()
  }
}
