import { parseDatabaseUrl, withClient } from '../lib/migrate/migration-connection.ts'

const HAS_OWNER = "select exists (select from membership where role = 'owner') as found"

/** Returns true when an organization of this server has an owner; until then the first account can be created. */
export async function hasOwner(databaseUrl: string): Promise<boolean> {
  const { rows } = await withClient(parseDatabaseUrl(databaseUrl), (client) => client.query(HAS_OWNER))
  return rows[0]?.found === true
}
