import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formerTokenHasher, tokenHasher } from '@assay/api/access/token'
import { readServerSecret } from '@assay/api/accounts/server-secret'
import { parseDatabaseUrl, withClient } from '../lib/migrate/migration-connection.ts'
import { isDemoLoaded } from '../setup/demo-documents.ts'
import type { Settings } from './settings.ts'

const LOCAL_TOKEN = `
  select project.id from project join api_token on api_token.project_id = project.id
  where project.slug = 'demo' and api_token.token_sha256 = any($1)`

/**
 * True when set-up would find nothing to do. One query replaces loading the whole server side, which takes longer than
 * everything else of a start without changes. False in doubt, because set-up can be repeated.
 */
export async function isSetUp({ dataDir, demo, accounts }: Settings, databaseUrl: string): Promise<boolean> {
  const path = join(dataDir, 'token')
  if (!existsSync(path)) return false
  const token = readFileSync(path, 'utf8').trim()
  const hash = tokenHasher(readServerSecret({ dataDir, given: accounts.secret }))
  const hashes = [hash(token), ...formerTokenHasher(accounts.previousSecret)(token)]
  const { rows } = await withClient(parseDatabaseUrl(databaseUrl), (client) => client.query(LOCAL_TOKEN, [hashes]))
  const projectId: unknown = rows[0]?.id
  return typeof projectId === 'string' && (!demo || isDemoLoaded({ dataDir, projectId }))
}
