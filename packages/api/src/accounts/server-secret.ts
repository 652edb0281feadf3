import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MIN_LENGTH = 32

/**
 * Reads the secret that signs cookies and links: ASSAY_SECRET, else the file `secret` in the data directory, which the
 * first start creates. A new secret ends all sessions.
 *
 * @throws Error when it is too short.
 */
export function readServerSecret({ dataDir, given }: { dataDir: string; given: string | undefined }): string {
  const path = join(dataDir, 'secret')
  const secret = given ?? readOrCreate(path)
  if (secret.length >= MIN_LENGTH) return secret
  const where = given === undefined ? `The file ${path}` : 'ASSAY_SECRET'
  throw new Error(`${where} has fewer than ${MIN_LENGTH} characters. Create one with: openssl rand -base64 32`)
}

/**
 * The file is written under a temporary name and linked, so that of processes that start together one creates the file
 * and the others read it complete.
 */
function readOrCreate(path: string): string {
  const stored = read(path)
  if (stored !== null) return stored
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(own, path)
  } catch (error) {
    if (!isError(error, 'EEXIST')) throw error
  } finally {
    rmSync(own, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (isError(error, 'ENOENT')) return null
    throw error
  }
}

const isError = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
