import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** Writes a compressed file that is on the disk when this returns. Returns the SHA-256 of its bytes as stored, hex. */
export async function writeCompressed(
  path: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<string> {
  const hash = createHash('sha256')
  const hashed = new PassThrough()
  hashed.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(content, createZstdCompress(), hashed, createWriteStream(path, { mode: 0o600 }))
  await flush(path)
  return hash.digest('hex')
}

export const readCompressed = (path: string): Readable => {
  const unpacked = createZstdDecompress()
  createReadStream(path)
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
  return unpacked
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Flushes a file or a folder to the disk. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
