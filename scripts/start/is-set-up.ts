import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDatabaseUrl, withClient } from '../lib/migrate/migration-connection.ts'
import { isDemoLoaded } from '../setup/demo-documents.ts'
import type { Settings } from './settings.ts'

const LOCAL_TOKEN = `
  select project.id from project join api_token on api_token.project_id = project.id
  where project.slug = 'demo' and api_token.token_sha256 = $1`

/**
 * True when set-up would find nothing to do. One query instead of loading the whole server side, which takes longer than
 * everything else of a start where nothing changed. False in doubt: set-up can be repeated.
 */
export async function isSetUp({ dataDir, demo }: Settings, databaseUrl: string): Promise<boolean> {
  const path = join(dataDir, 'token')
  if (!existsSync(path)) return false
  const tokenSha256 = createHash('sha256').update(readFileSync(path, 'utf8').trim()).digest('hex')
  const { rows } = await withClient(parseDatabaseUrl(databaseUrl), (client) => client.query(LOCAL_TOKEN, [tokenSha256]))
  const projectId: unknown = rows[0]?.id
  return typeof projectId === 'string' && (!demo || isDemoLoaded({ dataDir, projectId }))
}
