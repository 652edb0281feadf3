import { err, ok, type Result } from '../../result.ts'
import { isPathTraversal } from './path-traversal.ts'

/** One file of a zip archive, still packed. */
export type ZipEntry = {
  /** Path with slashes, which some programs for Windows write as backslashes. */
  path: string
  packed: Uint8Array
  isDeflated: boolean
  /** Size and checksum that the unpacked content must have. */
  sizeBytes: number
  crc32: number
}

export type ZipDirectory = { entries: ZipEntry[]; refused: { path: string; reason: string }[] }

// Records of APPNOTE 6.3.10 (PKWARE), sections 4.3.7, 4.3.12 and 4.3.16; numbers are little-endian.
const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const CENTRAL = 0x02014b50
const CENTRAL_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const IN_ZIP64_16 = 0xffff
const IN_ZIP64_32 = 0xffffffff
const ENCRYPTED = 1
const NAME_IS_UTF8 = 1 << 11
const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000
const DAMAGED = 'is a truncated or damaged zip archive'

/**
 * Reads the directory of a zip archive. Nothing is unpacked; the caller does that within its limits and checks size and
 * checksum. Files that cannot be used are listed with the reason. Never throws.
 */
export function readZipDirectory(bytes: Uint8Array, maxFiles: number): Result<ZipDirectory, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) return err(DAMAGED)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count === IN_ZIP64_16 || at === IN_ZIP64_32) return err('is a ZIP64 archive; pack it as .tar.gz')
  if (count > maxFiles) return err(`holds over ${maxFiles} files`)
  const directory: ZipDirectory = { entries: [], refused: [] }
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_BYTES > bytes.length || view.getUint32(at, true) !== CENTRAL) return err(DAMAGED)
    const length = CENTRAL_BYTES + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0)
    if (at + length > bytes.length) return err(DAMAGED)
    addEntry(directory, view, at)
    at += length
  }
  return ok(directory)
}

/** The last record of the archive; a comment may follow it. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (view.getUint32(at, true) === END) return at
  }
  return null
}

function addEntry({ entries, refused }: ZipDirectory, view: DataView, at: number): void {
  const flags = view.getUint16(at + 8, true)
  const path = pathOf(view, at, flags)
  if (path.endsWith('/')) return
  const found = packedOf(view, at)
  const reason = reasonOf(view, at, path) ?? (typeof found === 'string' ? found : null)
  if (reason !== null || typeof found === 'string') refused.push({ path, reason: reason ?? DAMAGED })
  else {
    entries.push({
      path,
      packed: found,
      isDeflated: view.getUint16(at + 10, true) === 8,
      sizeBytes: view.getUint32(at + 24, true),
      crc32: view.getUint32(at + 16, true),
    })
  }
}

function pathOf(view: DataView, at: number, flags: number): string {
  const name = new Uint8Array(view.buffer, view.byteOffset + at + CENTRAL_BYTES, view.getUint16(at + 28, true))
  const encoding = (flags & NAME_IS_UTF8) === 0 && !isUtf8(name) ? 'windows-1252' : 'utf-8'
  return new TextDecoder(encoding)
    .decode(name)
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The reason why a file of the archive is not used; null when it is. */
function reasonOf(view: DataView, at: number, path: string): string | null {
  if (isPathTraversal(path)) return 'a path outside of the archive'
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) return 'encrypted; pack it without a password'
  if (![0, 8].includes(view.getUint16(at + 10, true))) return 'packed with an unusual method; pack it with deflate'
  const isLink = ((view.getUint32(at + 38, true) >>> 16) & FILE_TYPE) === SYMBOLIC_LINK
  return isLink ? 'a link; only plain files are read' : null
}

/** The packed bytes of a file, or the reason why there are none. */
function packedOf(view: DataView, at: number): Uint8Array | string {
  const size = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  if (size === IN_ZIP64_32 || local === IN_ZIP64_32) return 'over 4 GB'
  if (local + LOCAL_BYTES > view.byteLength || view.getUint32(local, true) !== LOCAL) return DAMAGED
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  return start + size > view.byteLength ? DAMAGED : new Uint8Array(view.buffer, view.byteOffset + start, size)
}
