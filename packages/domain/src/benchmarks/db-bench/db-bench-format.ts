import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { dbBenchRows } from './import/db-bench-output-rows.ts'
import { dbBenchRowsOf, dbBenchRuns } from './import/db-bench-runs.ts'
import { readReport, readSummary } from './import/read-db-bench-tables.ts'
import { parseDbBenchOutput, recognizeDbBenchOutput } from './parse/db-bench-output.ts'
import { type DbBenchTable, dbBenchTable } from './recognize-db-bench-table.ts'

const table = (kind: DbBenchTable, read: Format['read']): Format => ({
  kind,
  aliases: [kind.replace('db-bench', 'dbbench')],
  isTable: true,
  recognize: (name, text) => dbBenchTable(name, text) === kind,
  read,
})

const output: Format = {
  kind: 'db-bench-output',
  isNamedByPath: true,
  recognize: (_name, text) => recognizeDbBenchOutput(text),
  read(context, file) {
    const calls = take(context, file, 'db-bench-output', parseDbBenchOutput(file.text, file.path))
    if (calls === null) return
    const { rows, problems } = dbBenchRows(calls, file, context.overrides)
    dbBenchRowsOf(context).push(...rows)
    context.problems.push(...problems)
  },
}

/**
 * db_bench of RocksDB: its output and the tables of benchmark.sh. A row that appears in several of them is imported
 * once.
 */
export const dbBench: Benchmark = {
  name: 'db_bench',
  formats: [
    table('db-bench-report', readReport),
    table('db-bench-summary', readSummary),
    table('db-bench-derived', ({ ignored }, { path }) => {
      ignored.push({ path, reason: 'a table of rows from other files' })
    }),
    output,
  ],
  finish: dbBenchRuns,
}
