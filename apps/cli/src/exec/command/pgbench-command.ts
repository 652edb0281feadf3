import { basename } from 'node:path'
import { parseServerUrl, present, type ServerAddress } from '../server/server-address.ts'
import { type BenchmarkCommand, clientsOf, type Variables } from './benchmark-command.ts'
import { readOptions } from './read-options.ts'

const VALUED = new Set(
  (
    'b c D f F h I j L M p P R s t T U ' +
    'aggregate-interval builtin client define dbname exit-after fillfactor file host init-steps jobs latency-limit ' +
    'log-prefix max-tries partition-method partitions port progress protocol random-seed rate sampling-rate scale ' +
    'index-tablespace tablespace time transactions username'
  ).split(' '),
)

/** Parses `pgbench [OPTION...] [DBNAME]`, with the defaults of libpq. */
export function readPgbench(args: readonly string[], variables: Variables): BenchmarkCommand {
  const { values, words } = readOptions(args, VALUED)
  const option = (...names: string[]) =>
    present(names.map((name) => values.get(name)).find((value) => value !== undefined))
  const user = option('U', 'username') ?? present(variables.PGUSER)
  const named = parseDatabase(words[0] ?? option('dbname') ?? present(variables.PGDATABASE))
  const host = option('h', 'host') ?? present(variables.PGHOST)
  const port = Number(option('p', 'port') ?? present(variables.PGPORT) ?? '')
  const server: ServerAddress = {
    kind: 'postgres',
    host,
    port: port > 0 ? port : undefined,
    user,
    password: present(variables.PGPASSWORD),
    database: user,
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
  }
  return { test: testOf(values), clients: clientsOf(option('c', 'client') ?? '1'), server }
}

function testOf(values: ReadonlyMap<string, string>): string {
  if (values.has('i') || values.has('initialize')) return 'initialize'
  const file = values.get('f') ?? values.get('file')
  if (file !== undefined) return basename(file.replace(/@\d+$/, '')).replace(/\.sql$/, '')
  if (values.has('S') || values.has('select-only')) return 'select-only'
  if (values.has('N') || values.has('skip-some-updates')) return 'simple-update'
  return (values.get('b') ?? values.get('builtin') ?? 'tpcb-like').replace(/@\d+$/, '')
}

/** Parses a database name, an address, or a list such as `host=box dbname=bench`. */
function parseDatabase(text: string | undefined): Partial<ServerAddress> {
  if (text === undefined) return {}
  const url = parseServerUrl(text)
  if (url !== null) return url
  if (!text.includes('=')) return { database: text }
  const part = (name: string) =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:'([^']*)'|(\\S+))`).exec(text)?.slice(1).find(Boolean)
  const port = Number(part('port') ?? '')
  return {
    host: part('host'),
    port: port > 0 ? port : undefined,
    user: part('user'),
    password: part('password'),
    database: part('dbname'),
  }
}
