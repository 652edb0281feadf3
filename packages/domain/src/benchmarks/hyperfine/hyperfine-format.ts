import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { isHyperfineCsv, parseHyperfineCsv } from './hyperfine-csv.ts'
import { type HyperfineCommand, isHyperfineReport, parseHyperfine } from './hyperfine-report.ts'

const MAX_TEST_NAME = 200

/**
 * Reports of hyperfine. Each time of a command is a run; a run that failed is stored without figures. CSV has no times of
 * single runs, so the median is the result.
 */
const report: Format = {
  kind: 'hyperfine',
  isNamedByPath: true,
  recognize: (_name, text) => isHyperfineReport(text) || isHyperfineCsv(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const parse = isHyperfineCsv(file.text) ? parseHyperfineCsv : parseHyperfine
    for (const [order, found] of (take(context, file, 'hyperfine', parse(file.text, file.path)) ?? []).entries()) {
      const test = found.command.slice(0, MAX_TEST_NAME)
      if (found.failure !== null) {
        const { exitCode, line } = found.failure
        const reason = `the command ended with exit code ${exitCode}`
        addFailedOutput(context, file, { benchmark: 'hyperfine', failure: { line, reason, test, clients: 1 } })
        continue
      }
      for (const repeat of found.runs.keys()) {
        const result = {
          test: { name: test, order: order + 1, role: 'measured' as const, primaryMetric: 'time_s' },
          clients: 1,
          params: { ...found.parameters, ...(found.aggregate === null ? {} : { aggregate: found.aggregate }) },
          values: valuesOf(found, repeat),
          location: { path: file.path },
        }
        addRepeated(context, file, { benchmark: 'hyperfine', results: [result] }, seen)
      }
    }
  },
}

/** CPU times are means of all runs, so only the first run has them: as repeats they would show no noise. */
function valuesOf({ runs, userSeconds, systemSeconds }: HyperfineCommand, repeat: number): Record<string, number> {
  const run = runs[repeat]
  return {
    ...(run === undefined ? {} : { time_s: run.seconds }),
    ...(run?.peakBytes == null ? {} : { peak_memory_bytes: run.peakBytes }),
    ...(repeat === 0 ? { user_time_s: userSeconds, system_time_s: systemSeconds } : {}),
  }
}

export const hyperfine: Benchmark = { name: 'hyperfine', formats: [report] }
