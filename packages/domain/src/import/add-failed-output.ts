import type { Failure } from '../parse/problem.ts'
import { clientsOf } from './clients-of.ts'
import { countOf, type Fields } from './fields.ts'
import type { ImportContext, SourceFile } from './import-context.ts'
import { stepFromFields, stepTest } from './step-name.ts'

type FailedOutput = {
  benchmark: string
  /** Product of the run when neither the file names nor the output state one. */
  product?: string
  /** Facts that the output states, such as its machine. */
  fields?: Fields
  failure: Failure | undefined
}

/**
 * Adds a failed result for an output in which the tool reports a failure. Test and clients come from the output, its
 * file name, its `assay exec` record or the overrides; when they are missing, the failure becomes a problem.
 */
export function addFailedOutput(
  context: ImportContext,
  file: SourceFile,
  { benchmark, product, fields: stated = {}, failure }: FailedOutput,
): void {
  if (failure === undefined) return
  const recorded = context.recorded?.steps.get(file.plainPath)
  const fields = { ...file.directory.fields, ...file.named?.fields }
  const step = stepFromFields(file.named?.fields ?? {})
  const test = failure.test ?? (step === null ? undefined : stepTest(step)) ?? recorded?.test
  const printed = failure.clients ?? null
  const location = { path: file.path, line: failure.line }
  const isAsked = test !== undefined && context.recorded === null
  const clients = isAsked
    ? clientsOf(context, file, printed)
    : (printed ?? countOf(fields.clients) ?? context.overrides.clients ?? recorded?.clients ?? null)
  if (clients === null && isAsked) return
  if (test === undefined || clients === null) {
    const missing = test === undefined ? 'which test it is' : 'how many clients there were; pass --clients'
    const message = `${failure.reason}, and nothing states ${missing}`
    context.problems.push({ file: file.path, line: failure.line, message })
    return
  }
  context.understood.push({ path: file.path, kind: benchmark })
  context.runs.add(file, {
    benchmark,
    fields: { ...(product === undefined || fields.product !== undefined ? {} : { product }), ...stated },
    results: [
      {
        test: { name: test.slice(0, 200), role: 'measured' },
        clients,
        params: {},
        values: {},
        location,
        failure: failure.reason,
      },
    ],
  })
}
