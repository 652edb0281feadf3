import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PlainError } from '../../lib/plain-error.ts'

const MANIFEST = 'backup.json'
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const File = z.strictObject({ file: z.string().regex(/^[\w./-]+$/), sha256: Sha256 })

/**
 * backup.json: all hashes and counts that a restore checks. It is written last, so a folder without it is an unfinished
 * backup.
 */
export const Manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Versions of Assay and of Postgres that created the backup, for people to read. */
  assay: z.string(),
  postgres: z.string(),
  /** Applied migrations, in order. A restore applies the same ones before it loads the rows. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(File.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })),
  /** Files of the data directory: the secret, and the local upload token. */
  files: z.array(File.extend({ name: z.string() })),
  /** The list of raw files, one `PROJECT SHA256` per line. Their contents are in `attachments` next to the backups. */
  attachments: File.extend({
    count: z.int().nonnegative(),
    /** Files that the store had lost when the backup was created. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}

/** Lists the complete backups in a directory, oldest first. */
function listBackups(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => existsSync(join(directory, name, MANIFEST)))
    .sort()
}

/**
 * Opens the newest backup of a directory, or the one with the given name.
 *
 * @throws PlainError when there is none, or when its manifest cannot be read.
 */
export function openBackup(directory: string, name: string | undefined): { folder: string; manifest: Manifest } {
  const names = listBackups(directory)
  const chosen = name ?? names.at(-1)
  if (chosen === undefined || !names.includes(chosen)) {
    const there = names.length === 0 ? 'It holds no complete backup.' : `It holds ${names.join(', ')}.`
    throw new PlainError(
      `There is no backup ${chosen ?? ''} in ${directory}. ${there}`.replace('backup  in', 'backup in'),
    )
  }
  const folder = join(directory, chosen)
  try {
    return { folder, manifest: Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))) }
  } catch (error) {
    throw new PlainError(`${join(folder, MANIFEST)} is damaged, or was written by a newer version of Assay.`, {
      cause: error,
    })
  }
}
