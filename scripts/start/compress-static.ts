import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Texts that gain from compression; fonts and pictures are compressed already. */
const TEXT = /\.(js|css|svg|json|txt)$/
/** Smaller files fit into the first packets anyway. */
const MIN_BYTES = 1_000
/** Files that are compressed at the same time, in the threads of Node. */
const AT_ONCE = 4

/**
 * Writes a Brotli copy next to each static file of a build. The strongest level takes seconds per megabyte, so that it
 * is done once here and not for each request.
 */
export async function compressStatic(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  const next = paths[Symbol.iterator]()
  const worker = async () => {
    for (const path of next) {
      const content = await readFile(path)
      if (content.length < MIN_BYTES) continue
      await writeFile(
        `${path}.br`,
        await compress(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
