import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type AttachmentStore, sha256Hex } from '@assay/api/attachments/attachment-store'
import type pg from 'pg'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'
import { flush, readCompressed, writeCompressed } from './hashed-file.ts'
import type { Manifest } from './manifest.ts'
import { listProjects, setProject } from './tables.ts'

const LIST = 'attachments.list.zst'
const PAGE = 5_000
const Reference = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** Contents are stored once for all backups of a directory, compressed, by project and hash. */
const pathIn = (directory: string, projectId: string, sha256: string) =>
  join(directory, 'attachments', projectId, sha256.slice(0, 2), `${sha256}.gz`)

/**
 * Copies the raw files that the snapshot references and that no earlier backup in the directory has.
 *
 * @returns the entry for the manifest, and the number of files that were copied.
 */
export async function backUpAttachments(
  client: pg.Client,
  store: AttachmentStore,
  { directory, folder }: { directory: string; folder: string },
): Promise<{ entry: Manifest['attachments']; copied: number }> {
  const missing: string[] = []
  let count = 0
  let copied = 0
  async function* lines() {
    for await (const { projectId, sha256 } of references(client)) {
      const path = pathIn(directory, projectId, sha256)
      if (!existsSync(path)) {
        const content = await store.get(projectId, sha256)
        if (content === null || sha256Hex(content) !== sha256) {
          missing.push(`${projectId} ${sha256}`)
          continue
        }
        await writeDurably(path, await promisify(gzip)(content))
        copied += 1
      }
      count += 1
      yield Buffer.from(`${projectId} ${sha256}\n`)
    }
  }
  const sha256 = await writeCompressed(join(folder, LIST), lines())
  return { entry: { file: LIST, sha256, count, missing }, copied }
}

/** Reads every content of a backup. @throws PlainError when one is missing or does not match its hash */
export async function verifyAttachments(directory: string, folder: string, count: number): Promise<void> {
  let found = 0
  for await (const reference of listed(folder)) {
    await readBackedUp(directory, reference)
    found += 1
  }
  if (found !== count) throw new PlainError(`${join(folder, LIST)} lists ${found} raw files instead of ${count}.`)
}

/** Stores every content of a backup; existing ones stay. */
export async function restoreAttachments(directory: string, folder: string, store: AttachmentStore): Promise<void> {
  for await (const reference of listed(folder)) {
    await store.put(reference.projectId, await readBackedUp(directory, reference))
  }
}

type FileReference = { projectId: string; sha256: string }

async function* references(client: pg.Client): AsyncGenerator<FileReference> {
  for (const projectId of await listProjects(client)) {
    await setProject(client, projectId)
    for (let after = ''; ; ) {
      const { rows } = await client.query(
        `select distinct sha256 from attachment where project_id = $1 and sha256 > $2 order by sha256 limit ${PAGE}`,
        [projectId, after],
      )
      const page = z.array(Reference).parse(rows)
      for (const { sha256 } of page) yield { projectId, sha256 }
      const last = page.at(-1)
      if (last === undefined) break
      after = last.sha256
    }
  }
}

async function* listed(folder: string): AsyncGenerator<FileReference> {
  for await (const line of createInterface({ input: readCompressed(join(folder, LIST)) })) {
    const [projectId = '', sha256 = ''] = line.split(' ')
    yield { projectId, sha256 }
  }
}

async function readBackedUp(directory: string, { projectId, sha256 }: FileReference): Promise<Buffer> {
  const path = pathIn(directory, projectId, sha256)
  const content = await readFile(path)
    .then(promisify(gunzip))
    .catch(() => null)
  if (content !== null && sha256Hex(content) === sha256) return content
  throw new PlainError(`${path} is absent or damaged. The backup cannot be restored as a whole; use another one.`)
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, bytes, { mode: 0o600, flush: true })
  await rename(temporary, path)
  await flush(dirname(path))
}
