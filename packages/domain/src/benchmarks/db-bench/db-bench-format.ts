import type { Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { dbBenchRows } from './import/db-bench-output-rows.ts'
import { parseDbBenchOutput, recogniseDbBenchOutput } from './parse/db-bench-output.ts'

/**
 * Output of db_bench. Its rows are imported together with those of report.tsv, so that each measurement is imported
 * once.
 */
const dbBenchOutput: Format = {
  kind: 'db-bench-output',
  recognise: (_name, text) => recogniseDbBenchOutput(text),
  read(context, file) {
    const calls = take(context, file, 'db-bench-output', parseDbBenchOutput(file.text, file.path))
    if (calls === null) return
    const { rows, problems } = dbBenchRows(calls, file, context.overrides)
    context.rows.push(...rows)
    context.problems.push(...problems)
  },
}

export const DB_BENCH_FORMATS: readonly Format[] = [dbBenchOutput]
