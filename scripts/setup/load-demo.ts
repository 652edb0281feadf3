import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { uploadRun } from '@assay/api/runs/upload-run'
import type { Services } from '@assay/api/services'
import { scopeOf } from '@assay/db/scope'
import type { Project } from '@assay/db/types'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { PlainError } from '../lib/plain-error.ts'

const DOCUMENTS = join(ROOT, 'demo/documents')
const CONCURRENCY = 4

/** A file holds one upload document or a list of them; what a document is, the upload itself checks. */
const DemoFile = z.union([z.array(z.unknown()), z.looseObject({}).transform((document) => [document])])

/**
 * Uploads demo/documents/*.json.gz through the same use-case as every runner. The file `demo-loaded` of the data
 * directory names the project and the documents that are in, so that the next start need not read them again.
 *
 * @throws PlainError when a document is refused: then the demo and the server disagree, and a test should have said so.
 */
export async function loadDemo({
  services,
  project,
  dataDir,
}: {
  services: Services
  project: Project
  dataDir: string
}) {
  if (!existsSync(DOCUMENTS)) return
  const paths = readdirSync(DOCUMENTS)
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) => join(DOCUMENTS, name))
  const loaded = join(dataDir, 'demo-loaded')
  const wanted = `${project.id} ${hashOf(paths)}`
  if (existsSync(loaded) && readFileSync(loaded, 'utf8').trim() === wanted) return
  const began = Date.now()
  const documents = paths.flatMap((path) => readDocuments(path))
  const access = { project, queries: services.db.in(scopeOf(project)) }
  const pending = documents.entries()
  const uploadNext = async () => {
    for (const [index, { path, document }] of pending) {
      const stored = await uploadRun(services, access, { input: document })
      if (!stored.ok) throw new PlainError(`The demo document ${path} was refused: ${stored.error.detail}`)
      if ((index + 1) % 100 === 0) say(`${index + 1} of ${documents.length} runs`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, uploadNext))
  writeFileSync(loaded, `${wanted}\n`)
  say(`${documents.length} runs loaded (${Math.round((Date.now() - began) / 1000)} s)`)
}

function readDocuments(path: string): { path: string; document: unknown }[] {
  const text = gunzipSync(readFileSync(path)).toString('utf8')
  return DemoFile.parse(JSON.parse(text)).map((document) => ({ path, document }))
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  return hash.digest('hex')
}

function say(text: string): void {
  console.log(`${'demo'.padEnd(12)} ${text}`)
}
