import { addCompanionFile } from '../benchmarks/sysbench/import/read-sysbench-files.ts'
import { countOf } from '../import/fields.ts'
import type { Format } from '../import/format.ts'
import { type ImportContext, type SourceFile, take } from '../import/import-context.ts'
import type { DraftResult } from '../import/run-draft.ts'
import { stepFromFields } from '../import/step-name.ts'
import { describeTest } from '../import/test-catalogue.ts'
import type { Parsed } from '../parse/problem.ts'
import { findOwners } from './companion-measurements.ts'
import type { PerfCounts, ProfileOfResult } from './perf/perf-values.ts'

/** Counters and profiles of one test. */
export type CompanionContent = { perf?: PerfCounts; profiles?: readonly ProfileOfResult[] }

/**
 * A format of files that mean something only with the test that they were taken during. They are read when all outputs
 * are known: what they hold goes to the one result beside them, else to the step of sysbench that their name says. A
 * rule of the profile with `set: { _benchmark: db_bench }` says that they are of another benchmark.
 */
export function companionFormat<T>(format: {
  kind: string
  recognise(name: string, text: string): boolean
  parse(text: string, file: string): Parsed<T>
  tell(value: T, file: SourceFile): CompanionContent
}): Format {
  const { kind, recognise, parse, tell } = format
  return {
    kind,
    recognise,
    isCompanion: true,
    read(context, file) {
      if (file.text.trim() === '') {
        context.ignored.push({ path: file.path, reason: 'is empty' })
        return
      }
      const location = placeOf(context, file)
      if (typeof location === 'string') {
        context.ignored.push({ path: file.path, reason: location })
        return
      }
      const value = take(context, file, kind, parse(file.text, file.path))
      if (value !== null) location(tell(value, file))
    },
  }
}

/** Where the content of a file goes; in words why it can go nowhere. */
function placeOf(context: ImportContext, file: SourceFile): ((content: CompanionContent) => void) | string {
  const drafts = context.results.all()
  const [owner, ...others] = findOwners(context, drafts, file)
  if (others.length > 0) {
    return `${owner?.location.path} holds several results, and which of them it was taken during is not said`
  }
  const draft = drafts.find(({ results }) => owner !== undefined && results.includes(owner))
  if (owner !== undefined && draft !== undefined) {
    return (content) => {
      draft.results = draft.results.map((result) => (result === owner ? withContent(result, content) : result))
      draft.paths.add(file.path)
    }
  }
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields)
  if (step === null) return 'no rule of the profile says which test it was taken during'
  const benchmark = file.named?.rule.set?._benchmark
  if (benchmark === undefined) {
    return ({ perf, profiles }) => {
      if (perf !== undefined) addCompanionFile(context, file, { kind: 'perf', perf })
      if (profiles !== undefined) addCompanionFile(context, file, { kind: 'profiles', profiles })
    }
  }
  const rule = context.profile.benchmarks[benchmark]
  const clients = countOf(fields.clients) ?? context.overrides.clients ?? rule?.clients ?? null
  if (rule === undefined) return `the profile has no benchmark ${benchmark}`
  if (clients === null) return 'no name says how many clients there were'
  return (content) => {
    const result = {
      test: describeTest(step, rule),
      clients,
      params: {},
      values: {},
      location: { path: file.path },
      ...content,
    }
    context.results.add(file, { benchmark, fields: {}, results: [result] })
  }
}

/** Adds counters and profiles to a result that may have some from other files. */
function withContent(result: DraftResult, { perf, profiles = [] }: CompanionContent): DraftResult {
  const before = result.perf ?? { stats: [], tables: [] }
  return {
    ...result,
    perf: {
      stats: [...before.stats, ...(perf?.stats ?? [])],
      tables: [...before.tables, ...(perf?.tables ?? [])],
    },
    profiles: [...(result.profiles ?? []), ...profiles],
  }
}
