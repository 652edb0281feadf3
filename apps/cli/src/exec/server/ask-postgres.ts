import { existsSync } from 'node:fs'
import type { UploadBuild } from '@assay/domain/run/upload-document'
// biome-ignore lint/style/noRestrictedImports: this is the database under test and not the database of Assay
import pg from 'pg'
import { z } from 'zod'
import type { ServerAddress } from './server-address.ts'
import { type ServerFacts, settingsToKeep } from './server-facts.ts'

const TIMEOUT_MS = 5_000

/** Directories in which libpq looks for a socket when no host is named; Debian's is the first. */
const SOCKET_DIRECTORIES = ['/var/run/postgresql', '/tmp']

/** Defaults, derived values and settings of this connection are not properties of the server, so they are left out. */
const SETTINGS = `
  select name, current_setting(name) as value from pg_settings
  where source not in ('default', 'override', 'client', 'session') and category <> 'Preset Options'
  union all
  select 'data_directory', setting from pg_settings where name = 'data_directory'`

const Version = z.object({ rows: z.tuple([z.object({ version: z.string(), server_version: z.string() })]) })
const Settings = z.object({ rows: z.array(z.object({ name: z.string(), value: z.string() })) })

/** @throws the error of the driver when the server cannot be reached */
export async function connectPostgres({ socketPath, ...address }: ServerAddress): Promise<pg.Client> {
  const port = address.port ?? 5432
  const socket = SOCKET_DIRECTORIES.find((directory) => existsSync(`${directory}/.s.PGSQL.${port}`))
  const client = new pg.Client({
    ...address,
    host: address.host ?? socketPath ?? socket ?? 'localhost',
    port,
    application_name: 'assay',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  // A connection that breaks later is reported by the pending query.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** @throws the error of the driver when the server cannot be queried */
export async function askPostgres(address: ServerAddress): Promise<ServerFacts> {
  const client = await connectPostgres(address)
  try {
    const answer = await client.query("select version(), current_setting('server_version') as server_version")
    const { version, server_version } = Version.parse(answer).rows[0]
    const { rows } = Settings.parse(await client.query(SETTINGS))
    return {
      product: productOf(version),
      version: server_version.split(' ')[0] ?? server_version,
      build: buildOf(version),
      settings: settingsToKeep(rows.map(({ name, value }) => [name, value] as const)),
      dataDirectory: rows.find(({ name }) => name === 'data_directory')?.value ?? null,
    }
  } finally {
    await client.end()
  }
}

const productOf = (version: string): string => /^[A-Za-z]\w*/.exec(version)?.[0] ?? 'PostgreSQL'

/** Parses `PostgreSQL 15.14 on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit`. */
export function buildOf(version: string): UploadBuild {
  const by = /compiled by ([^,]+)/.exec(version)?.[1] ?? ''
  const compiler = /\bclang\b/i.test(by) ? 'clang' : /\bgcc\b|g\+\+/i.test(by) ? 'gcc' : null
  // The version of the distribution is in parentheses before that of the compiler.
  const number = /(\d+(?:\.\d+)+)[^()\d]*$/.exec(by.replace(/\([^)]*\)/g, ''))?.[1]
  if (compiler === null) return {}
  return { compiler, ...(number === undefined ? {} : { compilerVersion: number }) }
}
