import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

/** Packs the entries that `fill` adds into a .tar.gz or .tar. */
export async function packArchive(fill: (tar: Pack) => void, gzip = true): Promise<Buffer> {
  const tar = pack()
  fill(tar)
  tar.finalize()
  const bytes = await buffer(tar)
  return gzip ? gzipSync(bytes) : bytes
}
