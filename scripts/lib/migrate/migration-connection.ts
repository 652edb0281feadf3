import pg from 'pg'
import { errorCode, PlainError } from '../plain-error.ts'

/** Parts of a database address. The adapter needs them separately, see schema-adapter.ts. */
export type Connection = {
  host: string
  port: number
  user: string | undefined
  password: string | undefined
  database: string
  ssl: pg.ClientConfig['ssl']
}

/** @throws PlainError when it is not a PostgreSQL URL. */
export function parseDatabaseUrl(url: string): Connection {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new PlainError(
      'DATABASE_URL is not a PostgreSQL URL. It looks like postgresql://user:password@host:5432/assay.',
    )
  }
  try {
    const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url })
    return { host, port, user, password, database: database ?? user ?? 'postgres', ssl }
  } catch (error) {
    throw new PlainError('DATABASE_URL cannot be read as a URL. Escape special characters of the password with %.', {
      cause: error,
    })
  }
}

/**
 * Calls `use` with an open connection and closes it afterwards.
 *
 * @throws PlainError when the database cannot be reached or refuses the login.
 */
export async function withClient<T>(connection: Connection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 15_000 })
  client.on('error', () => {}) // The running query fails and reports the error.
  try {
    await client.connect()
  } catch (error) {
    throw new PlainError(`The database ${whereIs(connection)} cannot be used: ${explain(error, connection)}`, {
      cause: error,
    })
  }
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export function whereIs({ host, port, database }: Connection): string {
  return `"${database}" on ${host}:${port}`
}

function explain(error: unknown, { host, port, database }: Connection): string {
  const reason = error instanceof Error && error.message !== '' ? error.message : String(errorCode(error))
  const advice: Record<string, string> = {
    ECONNREFUSED: `nothing listens on ${host}:${port}. Start that server, or correct DATABASE_URL.`,
    ENOTFOUND: `the host ${host} is unknown. Correct DATABASE_URL.`,
    '28P01': `${reason}. Correct the user or password in DATABASE_URL.`,
    '3D000': `it does not exist. Create it with: createdb -h ${host} -p ${port} ${database}`,
  }
  return advice[errorCode(error) ?? ''] ?? `${reason}. Check DATABASE_URL.`
}
