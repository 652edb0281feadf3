import { countOf } from '../import/fields.ts'
import type { Format } from '../import/format.ts'
import { type ImportContext, type SourceFile, take } from '../import/import-context.ts'
import type { DraftResult } from '../import/run-draft.ts'
import { stepFromFields } from '../import/step-name.ts'
import { describeTest } from '../import/test-catalogue.ts'
import type { Parsed } from '../parse/problem.ts'
import { asCompanions, type CompanionContent, joinCompanions, NO_STEP } from './companion-content.ts'
import { findResult } from './find-result.ts'

/**
 * A format of files that belong to the test during which they were written. They are read after all outputs. Their
 * content goes to the one result next to them, else to the sysbench step in their name, unless a rule of the profile
 * names another benchmark with `set: { _benchmark: db_bench }`.
 */
export function companionFormat<T>(format: {
  kind: string
  phase?: Format['phase']
  recognise(name: string, text: string): boolean
  parse(text: string, file: string): Parsed<T>
  contentOf(value: T, file: SourceFile): CompanionContent
}): Format {
  const { kind, recognise, parse, contentOf, phase = 'companion' } = format
  return {
    kind,
    recognise,
    phase,
    read(context, file) {
      const target = file.text.trim() === '' ? 'is empty' : targetOf(context, file)
      if (typeof target === 'string') {
        context.ignored.push({ path: file.path, reason: target })
        return
      }
      const value = take(context, file, kind, parse(file.text, file.path))
      if (value !== null) target(contentOf(value, file))
    },
  }
}

/** A function that adds the content of a file to its test, or the reason why the file is ignored. */
function targetOf(context: ImportContext, file: SourceFile): ((content: CompanionContent) => void) | string {
  const found = findResult(context, file)
  if (found !== 'none') {
    return 'ignored' in found ? found.ignored : (content) => addToResult(context, file, found.result, content)
  }
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
  return (content) => context.runs.add(file, { benchmark, fields: {}, results: [withContent(result, content)] })
}

function addToResult(context: ImportContext, file: SourceFile, owner: DraftResult, content: CompanionContent): void {
  const draft = context.runs.withResult(owner)
  if (draft === undefined) return
  draft.results = draft.results.map((result) => (result === owner ? withContent(result, content) : result))
  draft.paths.add(file.path)
}

/** Adds the content of a companion file to a result. Values that the benchmark itself printed win. */
function withContent(result: DraftResult, content: CompanionContent): DraftResult {
  if (content.kind === 'values') return { ...result, values: { ...content.values, ...result.values } }
  if (content.kind === 'profiles') return { ...result, profiles: [...(result.profiles ?? []), ...content.profiles] }
  return { ...result, companions: joinCompanions(result.companions, asCompanions(content)) }
}
