import { promisify } from 'node:util'
import { crc32, gunzip, gzip } from 'node:zlib'
import { containerOf } from '@assay/domain/import/archives/container'
import type { ImportFile } from '@assay/domain/import/import-files'
import type { RawFile } from './read-archive.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Smaller contents stay as they are, because packing them saves little. */
const MIN_PACKED_BYTES = 4 * 1024

/** Texts that stay unpacked; the ones after them are packed until they are read. */
export const MAX_UNPACKED_CHARACTERS = 8 * 1024 * 1024

/** A text of an upload. Those of a large upload are packed, so that it needs little memory here and in the thread. */
export type UploadText = ImportFile | { path: string; packed: Uint8Array }

/** A file of an archive, packed again unless it is a container itself. */
export async function packFile(path: string, bytes: Buffer): Promise<RawFile> {
  if (bytes.length < MIN_PACKED_BYTES || containerOf(bytes) !== null) return { path, bytes }
  return { path, bytes: await packBytes(bytes), isPacked: true }
}

export const bytesOf = async ({ bytes, isPacked }: RawFile): Promise<Buffer> =>
  isPacked === true ? decompress(bytes) : bytes

/** The packed text of a file. One that was packed as UTF-8 before is the same. */
export async function packText(text: string, { path, bytes, isPacked }: RawFile): Promise<UploadText> {
  const plain = Buffer.from(text, 'utf8')
  return { path, packed: isPacked === true && isContentOf(bytes, plain) ? bytes : await packBytes(plain) }
}

/** Compares a content with the checksum and the length at the end of a gzip file. */
const isContentOf = (packed: Buffer, plain: Buffer): boolean =>
  packed.readUInt32LE(packed.length - 4) === plain.length && packed.readUInt32LE(packed.length - 8) === crc32(plain)

export const textOfUpload = async (file: UploadText): Promise<string> =>
  'text' in file ? file.text : unpackText(file.packed)

/** A text, or what gzip makes of it. */
export type PackedText = string | Uint8Array

export const unpackText = async (text: PackedText): Promise<string> =>
  typeof text === 'string' ? text : (await decompress(text)).toString('utf8')

/** Level 1 is fast. The result of zlib may be a part of a larger buffer, which would stay in memory with it. */
async function packBytes(bytes: Buffer): Promise<Buffer> {
  const packed = await compress(bytes, { level: 1 })
  const copy = Buffer.allocUnsafeSlow(packed.length)
  packed.copy(copy)
  return copy
}
