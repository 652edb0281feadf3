import { addFailure } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import type { PlacedFile, Reading, RecordedStep } from './import-context.ts'

/**
 * Adds a failed result for each benchmark that `assay exec` saw fail and whose output holds no report: the record alone
 * states its test and clients.
 */
export function addRecordedFailures(reading: Reading, files: readonly PlacedFile[]): void {
  for (const file of files) {
    const step = reading.recorded?.steps.get(file.plainPath)
    if (step?.failure == null || isRead(reading, file)) continue
    if (programOf(step) === 'sysbench') addFailure(reading, file, step.failure)
    else addResult(reading, file, step, step.failure)
  }
}

function isRead(reading: Reading, { path }: PlacedFile): boolean {
  return (
    reading.results.all().some(({ paths }) => paths.has(path)) ||
    reading.drafts.unified().some(({ pieces }) => pieces.some(({ place }) => place.path === path))
  )
}

function addResult(reading: Reading, file: PlacedFile, step: RecordedStep, failure: string): void {
  const { test, clients, command } = step
  const place = { path: file.path }
  reading.results.add(file, {
    benchmark: BENCHMARKS[programOf(step)] ?? programOf(step),
    results: [
      {
        test: { name: test, role: 'measured' },
        clients: clients ?? 1,
        params: {},
        values: {},
        command,
        place,
        failure,
      },
    ],
  })
}

/** Names of benchmarks whose programs are called differently. */
const BENCHMARKS: Readonly<Record<string, string>> = {
  hammerdbcli: 'HammerDB',
  ycsb: 'YCSB',
  'ycsb.sh': 'YCSB',
}

/** The first word of the command that is not a variable, without its folder. */
function programOf({ command }: RecordedStep): string {
  const word = command.split(/\s+/).find((part) => part !== '' && !/^\w+=/.test(part)) ?? ''
  return word.split('/').at(-1)?.slice(0, 100) || 'benchmark'
}
