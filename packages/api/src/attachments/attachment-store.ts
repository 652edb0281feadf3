import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

// The bundler must not trace these paths: they are of the data directory, not of the code.

/** Raw files by content hash, compressed, each project in a folder of its own. */
export type AttachmentStore = {
  /** Durable when it resolves; storing the same content again changes nothing. Returns the sha256, hex. */
  put(projectId: string, content: Buffer): Promise<string>
  has(projectId: string, sha256: string): Promise<boolean>
  /** The content, or null when there is none of that hash. */
  get(projectId: string, sha256: string): Promise<Buffer | null>
}

export const sha256Hex = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

export function createAttachmentStore(directory: string): AttachmentStore {
  const pathOf = (projectId: string, sha256: string) => join(directory, projectId, sha256.slice(0, 2), `${sha256}.gz`)
  return {
    async put(projectId, content) {
      const sha256 = sha256Hex(content)
      const path = pathOf(projectId, sha256)
      if (!(await exists(path))) await writeDurably(path, await pack(content))
      return sha256
    },
    has: (projectId, sha256) => exists(pathOf(projectId, sha256)),
    async get(projectId, sha256) {
      const path = pathOf(projectId, sha256)
      return (await exists(path)) ? unpack(await readFile(/* turbopackIgnore: true */ path)) : null
    },
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(/* turbopackIgnore: true */ path)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false
    throw cause
  }
}

/** Written beside, flushed, then renamed: a reader sees the whole file or none. */
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
