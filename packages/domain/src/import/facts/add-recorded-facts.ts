import { BENCHMARKS } from '../../benchmarks/registry.ts'
import { plainPathOf } from '../fields.ts'
import type { ImportContext, RecordedStep, SourceFile } from '../import-context.ts'
import type { DraftResult, RunDraft } from '../run-draft.ts'
import { renamedTest, wholeTest } from '../whole-test.ts'

/**
 * Adds a failed result for each benchmark that failed under `assay exec` and printed no report. Its test and clients
 * come from the record.
 */
export function addRecordedFailures(context: ImportContext, files: readonly SourceFile[]): void {
  for (const file of files) {
    const step = context.recorded?.steps.get(file.plainPath)
    if (step?.failure == null || hasResult(context, file)) continue
    const program = programOf(step)
    const benchmark = BENCHMARKS.find(({ name, programs = [name] }) => programs.includes(program))
    if (benchmark?.addFailure !== undefined) benchmark.addFailure(context, file, step.failure)
    else addFailedResult(context, file, { step, failure: step.failure, benchmark: benchmark?.name ?? program })
  }
}

const hasResult = ({ runs, heldFiles }: ImportContext, { path }: SourceFile): boolean =>
  heldFiles.has(path) || runs.all().some(({ paths }) => paths.has(path))

function addFailedResult(
  { runs }: ImportContext,
  file: SourceFile,
  { step, failure, benchmark }: { step: RecordedStep; failure: string; benchmark: string },
): void {
  const { test, clients, command } = step
  runs.add(file, {
    benchmark,
    results: [
      {
        test: { name: test, role: 'measured' },
        clients: clients ?? 1,
        params: {},
        values: {},
        command,
        location: { path: file.path },
        failure,
      },
    ],
  })
}

/** The name of the program: the first word of the command that is not a variable assignment, without its directory. */
function programOf({ command }: RecordedStep): string {
  const word = command.split(/\s+/).find((part) => part !== '' && !/^\w+=/.test(part)) ?? ''
  return word.split('/').at(-1)?.slice(0, 100) || 'benchmark'
}

/** Adds the recorded command to each result, and the test name that the user gave where the output states none. */
export function addRecordedFacts({ runs, recorded }: ImportContext): void {
  if (recorded === null) return
  for (const draft of runs.all()) {
    draft.results = draft.results.map((result) => {
      const step = recorded.steps.get(plainPathOf(result.location.path))
      return step === undefined ? result : withRecord(result, step, wholeOf(draft, result))
    })
  }
}

/** The only test of the output of a result, or the one of which its others are parts. */
const wholeOf = ({ results }: RunDraft, { location }: DraftResult): string | null =>
  wholeTest(results.filter((other) => other.location.path === location.path).map(({ test }) => test.name))

function withRecord(result: DraftResult, step: RecordedStep, whole: string | null): DraftResult {
  const { testName } = step
  const failure = result.failure ?? step.failure
  return {
    ...result,
    test:
      testName !== null && whole !== null
        ? { ...result.test, name: renamedTest(result.test.name, whole, testName) }
        : result.test,
    command: result.command ?? step.command,
    ...(failure === null ? {} : { failure }),
  }
}
