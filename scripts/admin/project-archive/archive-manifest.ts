import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'

const MANIFEST = 'archive.json'
const File = z.strictObject({
  file: z.string().regex(/^[\w./-]+$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.int().nonnegative(),
})
/** The number of the last change of runs in each slot. */
const Horizon = z.record(z.string(), z.int())
export type Horizon = z.infer<typeof Horizon>

/** archive.json: what an archive contains. It is written last, so a folder without it is an unfinished archive. */
export const ArchiveManifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Version of Assay, for people to read. */
  assay: z.string(),
  /** Applied migrations, which name the columns of the tables. */
  migrations: z.array(z.string()).min(1),
  project: z.strictObject({
    id: z.uuid(),
    ...{ organization: z.string(), slug: z.string(), name: z.string(), description: z.string() },
    visibility: z.enum(['public', 'internal', 'private']),
    createdAt: z.string(),
  }),
  /** The state of the runs, from which a later archive can continue. */
  horizon: Horizon,
  /** The state that this archive continues; null for a whole one. */
  since: Horizon.nullable(),
  /** Runs that were removed since. */
  removedRuns: z.array(z.uuid()),
  tables: z.array(File.extend({ name: z.string(), columns: z.array(z.string()) })),
  /** One line for each value of each result, for analysis; an import does not read it. */
  results: File,
  files: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

export function writeArchiveManifest(folder: string, manifest: ArchiveManifest): void {
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}

/** @throws PlainError when the folder has no archive, or one of a newer version. */
export function readArchiveManifest(folder: string): ArchiveManifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new PlainError(`${folder} has no file ${MANIFEST}, so it is not a complete archive.`)
  try {
    return ArchiveManifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new PlainError(`${path} is damaged, or was written by a newer version of Assay.`, { cause })
  }
}
