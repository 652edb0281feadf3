import { canonicalJson } from '../json/canonical-json.ts'
import { fieldsOfRun } from './fields.ts'
import type { ImportContext, SourceFile } from './import-context.ts'
import type { Fragment } from './run-draft.ts'

/** Number of times that each result occurred in the file so far. */
export type SeenResults = Map<string, number>

/**
 * Adds one of several reports in a file. A second report of the same test, clients and parameters becomes the next
 * repeat. When the folder already states the repeat, the two contradict each other and the result is a problem.
 */
export function addRepeated(context: ImportContext, file: SourceFile, fragment: Fragment, seen: SeenResults): void {
  const [first] = fragment.results
  if (first === undefined) return
  const key = canonicalJson([fragment.benchmark, first.test.name, first.clients, first.params])
  const repeat = (seen.get(key) ?? 0) + 1
  seen.set(key, repeat)
  const ofFile = fieldsOfRun(file.named?.fields ?? {})
  if (repeat > 1 && { ...file.directory.fields, ...ofFile }.repeat !== undefined) {
    const { line } = first.location
    const message = `${first.test.name} with ${first.clients} clients is repeated, although a name states its repeat number; the first is used`
    context.problems.push({ file: file.path, ...(line === undefined ? {} : { line }), message })
    return
  }
  const repeated = repeat > 1 ? { repeat: String(repeat) } : {}
  context.runs.add(file, { ...fragment, fields: { ...ofFile, ...fragment.fields, ...repeated } })
}
