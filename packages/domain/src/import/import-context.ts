import type { CompanionContent } from '../companion-files/companion-content.ts'
import type { Parsed, Problem } from '../parse/problem.ts'
import type { CpuStatement } from './cpu-statements.ts'
import { createPathDecoder, type DecodedDirectory, type DecodedFile, type PathDecoder } from './decode-path.ts'
import type { Fields } from './fields.ts'
import { type ImportOverrides, statedFields } from './overrides.ts'
import type { ImportProfile } from './profile.ts'
import { RunDrafts } from './run-draft.ts'

/** A file with what its path says. */
export type SourceFile = {
  /** As the caller gave it. */
  path: string
  /** Without directories and .gz. */
  name: string
  /** Directory and name, without .gz. */
  plainPath: string
  text: string
  directory: DecodedDirectory
  /** Null when its name states nothing. */
  named: DecodedFile | null
}

/** Why a table of relative values is passed over. */
export const RATIOS = 'ratios of figures that stand in other tables'

/** `testName` only where a person gave one; `failure` only where the benchmark did not finish. */
export type RecordedStep = {
  command: string
  testName: string | null
  failure: string | null
  /** The test and its clients as the command states them. */
  test: string
  clients: number | null
}

/** The records of `assay exec` for the files of one folder, by path. */
export type Recorded = {
  /** Logical processors that were online. */
  cpus: number | null
  /** CPUs that a cgroup or taskset left to the benchmark, where fewer. */
  cpuLimit: number | null
  /** By the output of each step. */
  steps: ReadonlyMap<string, RecordedStep>
  /** The output during which vmstat or iostat wrote a file, by the path of that file. */
  outputOf: ReadonlyMap<string, string>
  sampleSeconds: number
}

/** The state of an import: everything read so far. */
export type ImportContext = {
  profile: ImportProfile
  overrides: ImportOverrides
  /** Null for files without records of `assay exec`. */
  recorded: Recorded | null
  decoder: PathDecoder
  runs: RunDrafts
  /** Files of which a benchmark holds fragments that are not yet in `runs`. */
  heldFiles: Set<string>
  /** Companion files that belong to no result of `runs`, by the name of whose test a benchmark may know them. */
  unclaimed: { file: SourceFile; content: CompanionContent }[]
  /** Numbers of CPUs that files print, whatever else they hold. */
  cpuStatements: CpuStatement[]
  problems: Problem[]
  understood: { path: string; kind: string }[]
  ignored: { path: string; reason: string }[]
}

export function startImport({
  profile,
  overrides,
  recorded,
}: Pick<ImportContext, 'profile' | 'overrides' | 'recorded'>): ImportContext {
  return {
    profile,
    overrides,
    recorded,
    // The record of `assay exec` states what its files are; their names state nothing more.
    decoder: createPathDecoder(profile, statedFields(overrides), { commonNames: recorded === null }),
    runs: new RunDrafts(),
    heldFiles: new Set(),
    unclaimed: [],
    cpuStatements: [],
    problems: [],
    understood: [],
    ignored: [],
  }
}

/**
 * State of one format during one import: what it has read and cannot yet add to a run. The function answers the state of
 * an import context, created when it is first asked for.
 */
export function perImport<T>(create: () => T): (context: ImportContext) => T {
  const states = new WeakMap<ImportContext, { state: T }>()
  return (context) => {
    const known = states.get(context) ?? { state: create() }
    states.set(context, known)
    return known.state
  }
}

/** The value of a parsed file, with its problems noted; null when nothing in it was usable. */
export function take<T>(context: ImportContext, { path }: SourceFile, kind: string, parsed: Parsed<T>): T | null {
  context.problems.push(...parsed.problems)
  if (parsed.value !== null) context.understood.push({ path, kind })
  return parsed.value
}

/**
 * The reason why a test counts as failed: the exit status that `assay exec` recorded, or the report of the tool itself.
 * Null for a test that came to its end.
 */
export function failureOf(
  { recorded }: ImportContext,
  { plainPath }: SourceFile,
  { failure }: Parsed<unknown>,
): string | null {
  const step = recorded?.steps.get(plainPath)
  const reported = failure === undefined ? null : failure.reason
  if (step?.failure == null) return reported
  return reported === null ? step.failure : `${step.failure}: ${reported}`
}

const OF_A_STEP: ReadonlySet<string> = new Set(['test', 'range', 'phase', 'clients', 'pk'])

/** The fields of a file name that distinguish the runs of one directory. */
export function fieldsOfRun(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => !OF_A_STEP.has(field) && !field.startsWith('params.')),
  )
}

/** The fields that differ from those of the directory: only those distinguish the runs of one directory. */
export function differingFields({ fields: reported }: DecodedDirectory, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field, text]) => reported[field] !== text))
}
