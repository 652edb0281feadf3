import { addFailure } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import type { ImportContext, RecordedStep, SourceFile } from './import-context.ts'

/**
 * Adds a failed result for each benchmark that `assay exec` saw fail and whose output holds no report: the record alone
 * states its test and clients.
 */
export function addRecordedFailures(context: ImportContext, files: readonly SourceFile[]): void {
  for (const file of files) {
    const step = context.recorded?.steps.get(file.plainPath)
    if (step?.failure == null || isRead(context, file)) continue
    if (programOf(step) === 'sysbench') addFailure(context, file, step.failure)
    else addResult(context, file, step, step.failure)
  }
}

function isRead(context: ImportContext, { path }: SourceFile): boolean {
  return (
    context.results.all().some(({ paths }) => paths.has(path)) ||
    context.drafts.unified().some(({ fragments }) => fragments.some(({ location }) => location.path === path))
  )
}

function addResult(context: ImportContext, file: SourceFile, step: RecordedStep, failure: string): void {
  const { test, clients, command } = step
  const location = { path: file.path }
  context.results.add(file, {
    benchmark: BENCHMARKS[programOf(step)] ?? programOf(step),
    results: [
      {
        test: { name: test, role: 'measured' },
        clients: clients ?? 1,
        params: {},
        values: {},
        command,
        location,
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
