import { basename } from 'node:path'
import { type BenchmarkCommand, clientsOf } from './benchmark-command.ts'
import { readOptions } from './read-options.ts'

/** Tests of sysbench that use no server. */
const WITHOUT_SERVER: ReadonlySet<string> = new Set(['cpu', 'memory', 'fileio', 'threads', 'mutex'])
const COMMANDS: ReadonlySet<string> = new Set(['prepare', 'run', 'cleanup', 'help', 'prewarm'])

/** Parses `sysbench [--option=value...] TEST [--option=value...] run`; the defaults are those of `sysbench --help`. */
export function readSysbench(args: readonly string[]): BenchmarkCommand {
  const { values, words } = readOptions(args, new Set())
  const script = basename(words.find((word) => !COMMANDS.has(word)) ?? values.get('test') ?? 'sysbench').replace(
    /\.lua$/,
    '',
  )
  const driver = values.get('db-driver') === 'pgsql' ? 'pgsql' : 'mysql'
  const of = (name: string): string | undefined => {
    const value = values.get(`${driver}-${name}`)
    // sysbench distributes its load between several servers; the first is recorded.
    return value === undefined || value === '' ? undefined : value.split(',')[0]
  }
  const port = Number(of('port') ?? '')
  const server =
    WITHOUT_SERVER.has(script) || !values.has('db-driver')
      ? null
      : {
          kind: driver === 'pgsql' ? ('postgres' as const) : ('mysql' as const),
          host: of('host') ?? (of('socket') === undefined ? 'localhost' : undefined),
          port: port > 0 ? port : undefined,
          socketPath: of('socket'),
          user: of('user') ?? 'sbtest',
          password: of('password'),
          database: of('db') ?? 'sbtest',
        }
  return { test: script, clients: clientsOf(values.get('threads') ?? '1'), server }
}
