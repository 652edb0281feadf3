import { createReadStream, readFileSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import {
  type Container,
  containerOf,
  folderOfArchive,
  isArchiveName,
  MAX_ARCHIVE_DEPTH,
} from '@assay/domain/import/archives/container'
import { isPathTraversal } from '@assay/domain/import/archives/path-traversal'
import type { Problem } from '@assay/domain/parse/problem'
import { extract, type Header } from 'tar-stream'
import { systemReason } from '../stop.ts'
import { PackedStore } from './packed-store.ts'
import { MAX_FILE_BYTES, type RawInput } from './raw-input.ts'
import { readZip } from './read-zip.ts'

/** The runs of an archive are sent one by one, so its limits are larger than those of an upload of raw output. */
const MAX_ARCHIVE_FILES = 100_000
const MAX_UNPACKED_BYTES = 8 * 1024 ** 3
const MAX_ZIP_BYTES = 512 * 1024 * 1024
/** The first bytes of a file that tell how it is packed. */
const HEAD_BYTES = 512

class ArchiveRefusal extends Error {}

type ArchiveFiles = { inputs: RawInput[]; problems: Problem[] }

/** An archive: a file, or one inside of another. `shown` and `place` are those of an input. */
type Archive = {
  shown: string
  location: string
  /** The folder of its name in names of attachments; empty for one that was given itself. */
  nameFolder: string
  /** True when its name separates its files from those of other archives. */
  isNamed: boolean
  container: Container | null
  bytes(): Readable
  whole(): Buffer
}

/** Counts the files and bytes of an archive together with those of the archives in it, and keeps their contents. */
type Limits = { maxBytes: number; bytes: number; files: number; store: PackedStore }

/**
 * Reads the files of a .tar, .tar.gz, .tar.zst or .zip, and of archives inside of it. They stay
 * packed until they are read (benchmark output packs about 10:1). Links, and paths that lead outside, are problems; damage is a problem too, but files before it count.
 */
export async function readArchive(
  { path, location, isOneOfSeveral = false }: { path: string; location: string; isOneOfSeveral?: boolean },
  maxUnpackedBytes: number = MAX_UNPACKED_BYTES,
): Promise<ArchiveFiles> {
  const archive: Archive = {
    shown: path,
    location,
    nameFolder: '',
    isNamed: isOneOfSeveral,
    container: containerOf(await readHead(path)),
    bytes: () => createReadStream(path),
    whole: () => readFileSync(path),
  }
  if (archive.container === 'zip' && (await stat(path)).size > MAX_ZIP_BYTES)
    return { inputs: [], problems: [{ file: path, message: 'is over 512 MB; unpack it and give its folder' }] }
  return readAnyArchive(archive, { maxBytes: maxUnpackedBytes, bytes: 0, files: 0, store: new PackedStore() }, 1)
}

async function readAnyArchive(archive: Archive, limits: Limits, depth: number): Promise<ArchiveFiles> {
  if (depth > MAX_ARCHIVE_DEPTH)
    return { inputs: [], problems: [{ file: archive.shown, message: 'is an archive too deep inside of others' }] }
  const found =
    archive.container === 'zip'
      ? readZip(archive, limits, MAX_ARCHIVE_FILES - limits.files)
      : await readTar(archive, limits)
  limits.files += found.inputs.length
  const folder = folderOf(archive, found.inputs)
  // Files of equal names in several archives are several attachments.
  const named = posix.join(archive.nameFolder, posix.relative(posix.dirname(archive.location), folder))
  const nested = found.inputs.map(async (input): Promise<ArchiveFiles> => {
    const placed = { ...input, location: posix.join(folder, input.name), name: posix.join(named, input.name) }
    if (!isArchiveName(input.name)) return { inputs: [placed], problems: [] }
    try {
      return await readAnyArchive(nestedArchive(placed), limits, depth + 1)
    } catch (cause) {
      return { inputs: [], problems: [{ file: input.shown, message: `cannot be opened (${systemReason(cause)})` }] }
    }
  })
  const all = await Promise.all(nested)
  return {
    inputs: all.flatMap(({ inputs }) => inputs),
    problems: [...found.problems, ...all.flatMap(({ problems }) => problems)],
  }
}

/** A single tar of folders is read as these folders are, so that both give the same runs. */
function folderOf({ location, container, isNamed }: Archive, inputs: readonly RawInput[]): string {
  const names = inputs.map(({ name }) => name)
  const isOfFolders = container !== 'zip' && names.every((name) => name.includes('/'))
  return isOfFolders && !isNamed ? posix.dirname(location) : folderOfArchive(location, names)
}

function nestedArchive({ shown, location, name, read }: RawInput): Archive {
  const bytes = read()
  return {
    shown,
    location,
    nameFolder: posix.dirname(name),
    isNamed: true,
    container: containerOf(bytes),
    bytes: () => Readable.from([bytes]),
    whole: () => bytes,
  }
}

async function readTar({ shown, container, bytes }: Archive, limits: Limits): Promise<ArchiveFiles> {
  const inputs: RawInput[] = []
  const problems: Problem[] = []
  const tar = extract()
  const entriesRead = readEntries()
  try {
    const unpack = container === 'gzip' ? [createGunzip()] : container === 'zstd' ? [createZstdDecompress()] : []
    await Promise.all([pipeline([bytes(), ...unpack, cap(limits), tar]), entriesRead])
  } catch (cause) {
    tar.destroy()
    await entriesRead.catch(() => undefined)
    const why =
      cause instanceof ArchiveRefusal ? cause.message : `is a truncated or damaged archive (${systemReason(cause)})`
    problems.push({ file: shown, message: `${why}; the files before it are used` })
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
        problems.push({ file: shown, message: refusal })
        entry.resume()
        continue
      }
      if (limits.files + inputs.length >= MAX_ARCHIVE_FILES)
        throw new ArchiveRefusal(`holds over ${MAX_ARCHIVE_FILES} files`)
      const read = limits.store.add(await buffer(entry))
      const name = inside.replace(/^(\.\/)+/, '')
      inputs.push({ shown: `${shown}/${name}`, location: name, name, read })
    }
  }
}

function refusalOf({ name, type, size }: Header): string | null {
  if (type !== 'file' && type !== 'contiguous-file')
    return `holds ${JSON.stringify(name)}, a ${type ?? 'special file'}; only plain files are read`
  if (isPathTraversal(name)) return `holds the path ${JSON.stringify(name)}; paths must stay below the archive's root`
  if ((size ?? 0) > MAX_FILE_BYTES)
    return `holds ${JSON.stringify(name)}, which is over ${MAX_FILE_BYTES / 1024 / 1024} MB`
  return null
}

/** Passes a limited number of unpacked bytes, so that a huge archive is stopped early. */
function cap(limits: Limits): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      limits.bytes += chunk.length
      if (limits.bytes > limits.maxBytes) {
        const size = Math.round(limits.maxBytes / 1024 ** 2)
        done(new ArchiveRefusal(`is over ${size} MB unpacked; unpack it and give its folder`))
      } else done(null, chunk)
    },
  })
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer: head } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return head
  } finally {
    await file.close()
  }
}
