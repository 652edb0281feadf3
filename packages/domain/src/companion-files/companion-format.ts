import { countOf, plainPathOf } from '../import/fields.ts'
import type { Format } from '../import/format.ts'
import { type ImportContext, refusedOutputs, type SourceFile, take } from '../import/import-context.ts'
import type { DraftResult } from '../import/run-draft.ts'
import { stepFromFields } from '../import/step-name.ts'
import { describeTest } from '../import/test-catalog.ts'
import type { Parsed } from '../parse/problem.ts'
import { addContent } from './add-content.ts'
import { type CompanionContent, NO_STEP } from './companion-content.ts'
import { findNearestResult, findResult, recordedOutput } from './find-result.ts'

/**
 * A format of files that belong to the test during which they were written. They are read after all outputs. Their
 * content goes to the one result next to them, else to the sysbench step in their name, unless a rule of the profile
 * names another benchmark with `set: { _benchmark: db_bench }`.
 */
export function companionFormat<T>(format: {
  kind: string
  phase?: Format['phase']
  /** True for files whose names say nothing: they belong to the only result that is nearest to them. */
  isNearest?: true
  /** True for files that `assay exec` names after the output, without stating them in its record. */
  isNamedAfterOutput?: true
  recognize(name: string, text: string): boolean
  parse(text: string, file: string): Parsed<T>
  contentOf(value: T, file: SourceFile): CompanionContent
}): Format {
  const { kind, recognize, parse, contentOf, isNearest = false, phase = 'companion' } = format
  // In a folder of `assay exec`, a file that continues the name of an output belongs to it. A file that the record names is
  // read at once, unless the benchmark holds the results of its output back.
  const isLate = (context: ImportContext, file: SourceFile) => {
    const { recorded, runs, understood } = context
    if (recorded === null) return false
    const named = recorded.outputOf.get(file.plainPath)
    if (named !== undefined) {
      const isNamed = (path: string) => plainPathOf(path) === named
      const isRead = runs.all().some(({ results }) => results.some(({ location }) => isNamed(location.path)))
      return !isRead && understood.some(({ path }) => isNamed(path))
    }
    return format.isNamedAfterOutput === true || recordedOutput(recorded, file) !== undefined
  }
  return {
    kind,
    recognize,
    phase,
    read(context, file) {
      const isEmpty = file.text.trim() === ''
      if (!isEmpty && (isNearest ? isNotYetNear(context, file) : isUnruled(context, file) || isLate(context, file))) {
        const contentOfFile = () => {
          const value = take(context, file, kind, parse(file.text, file.path))
          return value === null ? null : contentOf(value, file)
        }
        context.neighbors.push({ file, read: contentOfFile, isSampler: phase === 'sampler' })
        return
      }
      const target = isEmpty ? 'is empty' : targetOf(context, file, isNearest)
      if (typeof target === 'string') {
        context.ignored.push({ path: file.path, reason: target })
        return
      }
      const value = take(context, file, kind, parse(file.text, file.path))
      if (value !== null) target(contentOf(value, file))
    },
  }
}

/**
 * True for a file without one nearest result so far: its name may say which of several it is, and benchmarks may hold
 * results back. All results are known when neighbors are joined.
 */
function isNotYetNear(context: ImportContext, file: SourceFile): boolean {
  if (findResult(context, file) !== 'none') return false
  const found = findNearestResult(context, file)
  if (found === 'none') return context.recorded === null
  return 'ignored' in found && isUnruled(context, file) && refusedOutputs(context).length === 0
}

/** True for a file of which neither a record nor a rule of the profile says which test it belongs to. */
const isUnruled = ({ recorded }: ImportContext, { directory, named }: SourceFile): boolean =>
  directory.isCommon && recorded === null && named?.rule == null

/** A function that adds the content of a file to its test, or the reason why the file is ignored. */
function targetOf(
  context: ImportContext,
  file: SourceFile,
  isNearest: boolean,
): ((content: CompanionContent) => void) | string {
  const named = findResult(context, file)
  const found = named === 'none' && isNearest ? findNearestResult(context, file) : named
  if (found !== 'none') {
    return 'ignored' in found ? found.ignored : (content) => addToResult(context, file, found.result, content)
  }
  if (isNearest) return 'its folder holds no result that it could belong to'
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields)
  if (step === null) return NO_STEP
  const benchmark = file.named?.rule?.set?._benchmark
  if (benchmark === undefined) return (content) => context.unclaimed.push({ file, content })
  const rule = context.profile.benchmarks[benchmark]
  const clients = countOf(fields.clients) ?? context.overrides.clients ?? rule?.clients ?? null
  if (rule === undefined) return `the profile has no benchmark ${benchmark}`
  if (clients === null) return 'no name says how many clients there were'
  const result = { test: describeTest(step, rule), clients, params: {}, values: {}, location: { path: file.path } }
  return (content) => {
    const added = addContent(result, content)
    if (added.ok) context.runs.add(file, { benchmark, fields: {}, results: [added.value] })
  }
}

function addToResult(context: ImportContext, file: SourceFile, owner: DraftResult, content: CompanionContent): void {
  const draft = context.runs.withResult(owner)
  if (draft === undefined) return
  const changed = addContent(owner, content)
  if (!changed.ok) {
    context.problems.push({ file: file.path, message: changed.error })
    return
  }
  draft.results = draft.results.map((result) => (result === owner ? changed.value : result))
  draft.paths.add(file.path)
}
