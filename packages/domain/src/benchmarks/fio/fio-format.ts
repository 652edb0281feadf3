import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { parseFio, recognizeFio } from './fio-output.ts'
import { fioRuns } from './fio-runs.ts'

/** Text and JSON output of fio. A file may hold many calls. */
const output: Format = {
  kind: 'fio',
  isNamedByPath: true,
  recognize: (_name, text) => recognizeFio(text) !== null,
  read(context, file) {
    const output = take(context, file, 'fio', parseFio(file.text, file.path))
    if (output === null) return
    const { runs, problems } = fioRuns(output, file)
    context.problems.push(...problems)
    for (const run of runs) context.runs.add(file, run)
  },
}

export const fio: Benchmark = { name: 'fio', formats: [output] }
