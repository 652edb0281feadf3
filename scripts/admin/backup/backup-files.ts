import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainError } from '../../lib/plain-error.ts'
import { sha256OfFile } from './hashed-file.ts'
import type { Manifest } from './manifest.ts'

/** The file `token` lets local runners upload, and `demo-loaded` keeps a start from loading a deleted demo again. */
const FILES = ['token', 'demo-loaded']
const SECRET = 'secret'

/** Copies the secret, wherever it is configured, and the small files of the data directory. */
export async function backUpFiles(
  folder: string,
  { dataDir, secret }: { dataDir: string; secret: string },
): Promise<Manifest['files']> {
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  const files = []
  for (const name of [SECRET, ...FILES.filter((file) => existsSync(join(dataDir, file)))]) {
    const file = `files/${name}`
    if (name === SECRET) writeFileSync(join(folder, file), `${secret}\n`, { mode: 0o600 })
    else copyFileSync(join(dataDir, name), join(folder, file))
    files.push({ name, file, sha256: await sha256OfFile(join(folder, file)) })
  }
  return files
}

/**
 * Compares the secret of the backup with the one that the server here has or will have.
 *
 * @param given ASSAY_SECRET, which takes precedence over the file.
 * @throws PlainError when they differ: sessions, webhooks and tokens of the restored database could not be read.
 */
export function checkSecret(
  folder: string,
  { dataDir, given, replace }: { dataDir: string; given: string | undefined; replace: boolean },
): void {
  const backedUp = readFileSync(join(folder, 'files', SECRET), 'utf8').trim()
  if (given !== undefined && given !== backedUp) {
    throw new PlainError(
      'ASSAY_SECRET is not the secret of this backup, so the restored tokens and webhooks could not be read. Set ASSAY_SECRET to the value of that server, or leave it out: then the secret of the backup is written to the data directory.',
    )
  }
  const path = join(dataDir, SECRET)
  if (given === undefined && !replace && existsSync(path) && readFileSync(path, 'utf8').trim() !== backedUp) {
    throw new PlainError(
      `${path} holds another secret than the backup. Set ASSAY_DATA_DIR to an empty directory, or replace what is here with --replace.`,
    )
  }
}

/** Restores the files. The secret is left out when ASSAY_SECRET is set. */
export function restoreFiles(
  folder: string,
  { dataDir, given, files }: { dataDir: string; given: string | undefined; files: Manifest['files'] },
): void {
  for (const { name, file } of files) {
    if (name === SECRET && given !== undefined) continue
    if (name !== SECRET && !FILES.includes(name)) continue
    writeFileSync(join(dataDir, name), readFileSync(join(folder, file)), { mode: 0o600 })
  }
}
