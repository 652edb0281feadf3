import { basename } from 'node:path'
import { type BenchmarkCommand, fileWord, type Variables } from './benchmark-command.ts'
import { readPgbench } from './pgbench-command.ts'
import { readSysbench } from './sysbench-arguments.ts'

/** Reads the options of known benchmarks; for any other program only its name is recorded. */
export function readBenchmarkCommand(argv: readonly string[], variables: Variables): BenchmarkCommand {
  for (const [i, word] of argv.entries()) {
    const program = basename(word)
    const args = argv.slice(i + 1)
    // The benchmark may follow other commands, such as `taskset -c 0-3` and `env LUA_PATH=...`.
    const read =
      program === 'sysbench' ? readSysbench(args) : program === 'pgbench' ? readPgbench(args, variables) : null
    if (read !== null) return { ...read, test: fileWord(read.test) }
  }
  return { test: fileWord(basename(argv[0] ?? '').replace(/\.(sh|py|pl|js|ts|rb)$/, '')), clients: null, server: null }
}
