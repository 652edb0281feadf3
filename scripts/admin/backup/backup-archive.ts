import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isPathTraversal } from '@assay/domain/import/archives/path-traversal'
import tar from 'tar-stream'
import { PlainError } from '../../lib/plain-error.ts'
import { flush } from './hashed-file.ts'

/** True for a backup in one file, for another machine; a directory is better for repeated backups. */
export const isArchive = (path: string): boolean => path.endsWith('.tar')

/** Creates a backup in a temporary directory next to `file`, and packs it. @throws PlainError when the file exists */
export async function writeArchive<T>(file: string, make: (directory: string) => Promise<T>): Promise<T> {
  if (existsSync(file)) throw new PlainError(`${file} exists already. Choose another name, or a directory.`)
  await mkdir(dirname(file), { recursive: true })
  const directory = mkdtempSync(`${file}.unfinished-`)
  try {
    const made = await make(directory)
    const packed = join(directory, 'packed.tar')
    await pack(directory, packed)
    await flush(packed)
    await rename(packed, file)
    await flush(dirname(file))
    return made
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Calls `use` with a directory of backups: the given one, or the temporarily unpacked content of an archive. */
export async function withUnpacked<T>(path: string, use: (directory: string) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new PlainError(`There is no backup at ${path}.`)
  if (!isArchive(path)) return use(path)
  const directory = mkdtempSync(`${path}.unpacked-`)
  try {
    await unpack(path, directory)
    return await use(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function pack(directory: string, packed: string): Promise<void> {
  const archive = tar.pack()
  const written = pipeline(archive, createWriteStream(packed, { mode: 0o600 }))
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    if (path === packed) continue
    const entry = archive.entry({ name: relative(directory, path), size: statSync(path).size, mode: 0o600 })
    await pipeline(createReadStream(path), entry)
  }
  archive.finalize()
  await written
}

async function unpack(packed: string, directory: string): Promise<void> {
  const archive = tar.extract()
  const read = pipeline(createReadStream(packed), archive).catch(() => {
    throw new PlainError(`${packed} is damaged: it is not a whole tar archive.`)
  })
  for await (const entry of archive) {
    const { name, type } = entry.header
    if (type === 'file' && /^[\w./-]+$/.test(name) && !isPathTraversal(name)) {
      const path = join(directory, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    } else entry.resume()
  }
  await read
}
