import { type Connection, createConnection } from 'mysql2/promise'
import { z } from 'zod'
import type { ServerAddress } from './server-address.ts'
import { type ServerFacts, settingsToKeep } from './server-facts.ts'

const TIMEOUT_MS = 5_000

const Version = z.tuple([z.object({ version: z.string(), comment: z.string(), datadir: z.string().nullable() })])
const Settings = z.array(z.object({ name: z.string(), value: z.string().nullable() }))

/** Selects the settings that were changed from their defaults; each product has its own table for that. */
const SETTINGS = {
  MySQL: `
    select lower(i.variable_name) as name, g.variable_value as value
    from performance_schema.variables_info i join performance_schema.global_variables g using (variable_name)
    where i.variable_source not in ('COMPILED', 'DYNAMIC') or i.set_time is not null`,
  MariaDB: `
    select lower(variable_name) as name, global_value as value from information_schema.system_variables
    where global_value_origin not in ('COMPILE-TIME', 'AUTO') and variable_scope <> 'SESSION ONLY'`,
}

/** @throws the error of the driver when the server cannot be reached */
export const connectMysql = ({ kind: _kind, host, port, socketPath, ...login }: ServerAddress): Promise<Connection> =>
  createConnection({
    ...(socketPath === undefined
      ? { host: host ?? '127.0.0.1', ...(port === undefined ? {} : { port }) }
      : { socketPath }),
    ...Object.fromEntries(Object.entries(login).filter(([, value]) => value !== undefined)),
    connectTimeout: TIMEOUT_MS,
  })

/** @throws the error of the driver when the server cannot be queried */
export async function askMysql(address: ServerAddress): Promise<ServerFacts> {
  const connection = await connectMysql(address)
  try {
    const query = (sql: string) => connection.query({ sql, timeout: TIMEOUT_MS })
    const [rows] = await query('select version() as version, @@version_comment as comment, @@datadir as datadir')
    const [{ version, comment, datadir }] = Version.parse(rows)
    const product = productOf(version, comment)
    const [settings] = await query(SETTINGS[product === 'MariaDB' ? 'MariaDB' : 'MySQL']).catch(() => [[]])
    return {
      product,
      version: /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? version,
      build: {},
      settings: settingsToKeep(Settings.parse(settings).map(({ name, value }) => [name, value ?? ''] as const)),
      dataDirectory: datadir,
    }
  } finally {
    connection.destroy()
  }
}

function productOf(version: string, comment: string): string {
  if (/mariadb/i.test(`${version} ${comment}`)) return 'MariaDB'
  return /percona/i.test(comment) ? 'Percona Server' : 'MySQL'
}
