import { hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { invariant } from '@assay/domain/result'
import { sha256InSteps } from './sha256-in-steps.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

// The bundler must not trace these paths, because they are in the data directory and not in the code.

/** Raw files by content hash, compressed, in one folder for each project. */
export type AttachmentStore = {
  /** Durable when it resolves; storing the same content again changes nothing. Returns the sha256, hex. */
  put(projectId: string, content: Buffer): Promise<string>
  has(projectId: string, sha256: string): Promise<boolean>
  /** Returns the size of the unpacked content in bytes, or null when there is none with that hash. */
  size(projectId: string, sha256: string): Promise<number | null>
  /** Returns the content, or null when there is none with that hash. */
  get(projectId: string, sha256: string): Promise<Buffer | null>
  /** Deletes a content that was neither put nor checked by `has` since then; returns false when it was. */
  remove(projectId: string, sha256: string, options: { untouchedSince: Date }): Promise<boolean>
  /** Restores files that a killed `remove` had moved. Call it before choosing files to remove. */
  restore(projectId: string, files: readonly string[]): Promise<void>
  /** Deletes everything of a project. */
  removeProject(projectId: string): Promise<void>
  /** The contents that are stored for a project, as sha256, in no order. */
  list(projectId: string): AsyncIterable<{ sha256: string }>
  /** Projects that have a folder. */
  projects(): Promise<string[]>
}

/** Length of the size at the end of a gzip file (RFC 1952). */
const SIZE_BYTES = 4
/** Suffix of a content that `remove` is about to delete. */
const ASIDE = '.leaving'
const STORED_NAME = /^([0-9a-f]{64})\.gz$/
export const PROJECT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const sha256Hex = (content: Buffer | string) => hash('sha256', content, 'hex')

export function createAttachmentStore(directory: string): AttachmentStore {
  const folderOf = (projectId: string) => {
    invariant(PROJECT_ID.test(projectId), 'projects have uuids')
    return join(directory, projectId)
  }
  const pathOf = (projectId: string, sha256: string) => join(folderOf(projectId), sha256.slice(0, 2), `${sha256}.gz`)
  return {
    async put(projectId, content) {
      const sha256 = await sha256InSteps(content)
      const path = pathOf(projectId, sha256)
      if (!(await touch(path))) await writeDurably(path, await pack(content))
      return sha256
    },
    has: (projectId, sha256) => touch(pathOf(projectId, sha256)),
    size: (projectId, sha256) => orMissing(unpackedSize(pathOf(projectId, sha256))),
    async get(projectId, sha256) {
      const path = pathOf(projectId, sha256)
      return (await exists(path)) ? unpack(await readFile(/* turbopackIgnore: true */ path)) : null
    },

    // Renames the file first and then reads its time of last use: a concurrent upload has either touched the file
    // before, which the time shows, or no longer finds it and writes it again.
    async remove(projectId, sha256, { untouchedSince }) {
      const path = pathOf(projectId, sha256)
      const aside = `${path}${ASIDE}`
      if (!(await moved(path, aside))) return true
      if ((await stat(/* turbopackIgnore: true */ aside)).mtime > untouchedSince) {
        await moved(aside, path)
        return false
      }
      await rm(/* turbopackIgnore: true */ aside, { force: true })
      return true
    },
    async restore(projectId, files) {
      for (const sha256 of files) {
        const path = pathOf(projectId, sha256)
        if (await exists(path)) await rm(/* turbopackIgnore: true */ `${path}${ASIDE}`, { force: true })
        else await moved(`${path}${ASIDE}`, path)
      }
    },
    removeProject: (projectId) => rm(/* turbopackIgnore: true */ folderOf(projectId), { recursive: true, force: true }),
    async *list(projectId) {
      const folder = folderOf(projectId)
      for (const part of (await orMissing(readdir(/* turbopackIgnore: true */ folder))) ?? []) {
        for (const name of (await orMissing(readdir(/* turbopackIgnore: true */ join(folder, part)))) ?? []) {
          const sha256 = STORED_NAME.exec(name)?.[1]
          if (sha256 !== undefined) yield { sha256 }
        }
      }
    },
    async projects() {
      const names = await orMissing(readdir(/* turbopackIgnore: true */ directory))
      return (names ?? []).filter((name) => PROJECT_ID.test(name))
    },
  }
}

const exists = async (path: string) => (await orMissing(stat(/* turbopackIgnore: true */ path))) !== null

/** True when the file exists; its time of last use becomes now. */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return (await orMissing(utimes(/* turbopackIgnore: true */ path, now, now))) !== null
}

/** Reads the size that ends a gzip file; it is exact because contents are smaller than 4 GB. */
async function unpackedSize(path: string): Promise<number> {
  const file = await open(/* turbopackIgnore: true */ path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read({ buffer: Buffer.alloc(SIZE_BYTES), position: size - SIZE_BYTES })
    return buffer.readUInt32LE()
  } finally {
    await file.close()
  }
}

const moved = async (from: string, to: string) =>
  (await orMissing(rename(/* turbopackIgnore: true */ from, to))) !== null

/** Resolves to null when the file does not exist. */
async function orMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
}

/** Writes a temporary file, flushes and renames it: a reader sees the whole file or none. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  const file = await open(/* turbopackIgnore: true */ temporary, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  const folder = await open(/* turbopackIgnore: true */ dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
