/** Ways in which files are packed. `readable` ones are unpacked by Assay, the others are named in the refusal. */
export type Container = 'gzip' | 'zstd' | 'zip' | 'tar' | 'xz' | 'bzip2' | '7z' | 'parquet'

/** Files of an upload to the server, counted in an archive, too. A folder with more is sent in parts. */
export const MAX_UPLOAD_FILES = 20_000

const MAGIC: readonly (readonly [Container, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['parquet', [0x50, 0x41, 0x52, 0x31]],
]

/** The name `ustar` stands at this position of a tar archive (POSIX.1-1988). */
const TAR_MAGIC_AT = 257
const TAR_MAGIC = [...'ustar'].map((letter) => letter.charCodeAt(0))

/** Finds by the first bytes how a file is packed; null for anything else. Names are not used, because they are often wrong. */
export function containerOf(bytes: Uint8Array): Container | null {
  const starts = (magic: readonly number[], at = 0) => magic.every((byte, i) => bytes[at + i] === byte)
  const found = MAGIC.find(([, magic]) => starts(magic))
  if (found !== undefined) return found[0]
  return starts(TAR_MAGIC, TAR_MAGIC_AT) ? 'tar' : null
}

/** The ending of an archive's name; `.gz` and `.zst` alone are single files. */
const ARCHIVE_NAME = /\.(?:tar|tar\.gz|tgz|tar\.zst|tzst|zip)$/i

export const isArchiveName = (name: string): boolean => ARCHIVE_NAME.test(name)

/**
 * The folder that stands for an archive in the paths of its files. Its name often states the version or the job, as
 * those of CI artifacts do. It is left out where all files are in a folder of that name already.
 */
export function folderOfArchive(archivePath: string, paths: readonly string[]): string {
  const folder = archivePath.replace(ARCHIVE_NAME, '')
  const slash = folder.lastIndexOf('/')
  const own = `${folder.slice(slash + 1)}/`
  return paths.every((path) => path.startsWith(own)) ? folder.slice(0, Math.max(0, slash)) : folder
}

/** Archives inside of archives are opened this deep, as CI systems pack them. */
export const MAX_ARCHIVE_DEPTH = 3

/** The reason why a file is not read, with the next step; null for text and for what is unpacked. */
export function whyUnreadable(container: Container | null): string | null {
  switch (container) {
    case 'xz':
    case 'bzip2':
    case '7z':
      return `is packed with ${container}; unpack it, or pack it as .tar.gz, .tar.zst or .zip`
    default:
      return null
  }
}
