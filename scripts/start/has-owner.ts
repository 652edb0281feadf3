import { parseDatabaseUrl, withClient } from '../lib/migrate/connection.ts'

const HAS_OWNER = "select exists (select from membership where role = 'owner') as found"

/** Whether somebody owns an organization of this server; until then the first account can be made. */
export async function hasOwner(databaseUrl: string): Promise<boolean> {
  const { rows } = await withClient(parseDatabaseUrl(databaseUrl), (client) => client.query(HAS_OWNER))
  return rows[0]?.found === true
}
