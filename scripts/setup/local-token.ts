import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createToken, isWellFormedToken } from '@assay/api/access/token'
import type { Services } from '@assay/api/services'
import type { Project } from '@assay/db/types'
import { PlainError } from '../lib/plain-error.ts'

type Needs = Pick<Services, 'db' | 'tokenHash' | 'formerTokenHashes'> & { project: Project; dataDir: string }

/**
 * Ensures that the file `token` of the data directory contains a token with the scopes read, upload and write for the
 * project. An existing one is kept, also when the database is new, so that runners with it continue to work.
 *
 * @throws PlainError when the file contains something else.
 */
export async function ensureLocalToken({ db, tokenHash, formerTokenHashes, project, dataDir }: Needs) {
  const path = join(dataDir, 'token')
  const token = existsSync(path) ? readToken(path) : writeToken(path)
  const hash = tokenHash(token)
  // Looking up a token that is stored with an earlier hash stores its new hash.
  if ((await db.tokens.findByHash(hash, formerTokenHashes(token))) !== null) return
  await db.tokens.insert({
    projectId: project.id,
    name: 'local',
    prefix: 'assay_runner',
    lastFour: token.slice(-4),
    scopes: ['read', 'upload', 'write'],
    expiresAt: null,
    tokenSha256: hash,
  })
}

function readToken(path: string): string {
  const token = readFileSync(path, 'utf8').trim()
  if (isWellFormedToken(token)) return token
  throw new PlainError(`${path} does not hold an upload token. Delete the file, and the next start makes a new one.`)
}

/** The file is written under a temporary name and renamed, so that a killed start leaves a complete token or none. */
function writeToken(path: string): string {
  const token = createToken('runner')
  writeFileSync(`${path}.new`, `${token}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return token
}
