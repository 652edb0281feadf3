import type { CompanionContent } from '../companion-files/companion-content.ts'
import type { NeighborFile } from '../companion-files/join-neighbors.ts'
import type { ServerVersion } from '../companion-files/server-version/printed-version.ts'
import type { Parsed, Problem } from '../parse/problem.ts'
import type { CpuStatement } from './facts/cpu-statements.ts'
import type { Fields } from './fields.ts'
import type { Format } from './format.ts'
import type { FileEvidence } from './names/decode-common-name.ts'
import type { OpenQuestion } from './open-question.ts'
import { type ImportOverrides, statedFields, statedReferences } from './overrides.ts'
import type { Correction } from './profile/corrections.ts'
import { createPathDecoder, type DecodedDirectory, type DecodedFile, type PathDecoder } from './profile/decode-path.ts'
import type { ImportProfile } from './profile/profile.ts'
import { RunDrafts } from './run-draft.ts'
import type { StoppedOutput } from './stopped/stopped-outputs.ts'

/** A file and the facts that its path states. */
export type SourceFile = {
  /** The path as the caller passed it. */
  path: string
  /** File name without directories and .gz. */
  name: string
  /** Directory and name, without .gz. */
  plainPath: string
  text: string
  directory: DecodedDirectory
  /** Fields that corrections state for this file. They override its names and its content. */
  corrected: Fields
  /** Facts of the file name; null when it states nothing. */
  named: DecodedFile | null
}

/** The reason why a table of ratios is ignored. */
export const RATIOS = 'ratios of figures that are in other tables'

/**
 * A step that `assay exec` recorded. `testName` is set only when the user gave one, `failure` only when the benchmark
 * did not finish.
 */
export type RecordedStep = {
  command: string
  testName: string | null
  failure: string | null
  /** The test, and its clients, as the command states them. */
  test: string
  clients: number | null
}

/** The records of `assay exec` for the files of one folder, by path. */
export type Recorded = {
  /** Number of online logical CPUs; null when not recorded. */
  cpus: number | null
  /** Number of CPUs that a cgroup or taskset left to the benchmark; null when it had all of them. */
  cpuLimit: number | null
  /** Steps by the path of their output. */
  steps: ReadonlyMap<string, RecordedStep>
  /** The output that was being written while vmstat or iostat wrote a file, by the path of that file. */
  outputOf: ReadonlyMap<string, string>
  sampleSeconds: number
}

/** The state of an import: everything read so far. */
export type ImportContext = {
  profile: ImportProfile
  overrides: ImportOverrides
  /** The `assay exec` records of these files; null when there are none. */
  recorded: Recorded | null
  decoder: PathDecoder
  runs: RunDrafts
  /** Paths of files whose fragments a benchmark holds back until `finish`, so they are not yet in `runs`. */
  heldFiles: Set<string>
  /** Companion files that belong to no result of `runs`. A benchmark may know the test by the name in the file. */
  unclaimed: { file: SourceFile; content: CompanionContent }[]
  /** Outputs whose program did not finish; their failed results are added after those of all other outputs. */
  stopped: StoppedOutput[]
  /** Versions that servers printed into files, with the folders of these. */
  serverVersions: (ServerVersion & { path: string; folder: string })[]
  /** Companion files that wait until all runs are known. */
  neighbors: NeighborFile[]
  /** Parts of paths that were read by common spellings, by path. */
  evidence: Map<string, FileEvidence>
  /** CPU counts that the files print, regardless of their other content. */
  cpuStatements: CpuStatement[]
  /** Facts that the profile and the user state about paths. */
  corrections: readonly Correction[]
  /** Corrected fields by path. */
  corrected: Map<string, Fields>
  /** The format of each file, by path. */
  formats: Map<string, Format>
  /** Files of this import that were refused and are not among its files; files that belong to them are left out too. */
  refused: readonly RefusedFile[]
  /** Questions about files that give no run before they are answered. */
  questions: OpenQuestion[]
  problems: Problem[]
  understood: { path: string; kind: string }[]
  ignored: { path: string; reason: string }[]
}

/** A refused file: its plain path and its format. */
export type RefusedFile = { path: string; format: Format }

/** True for an output, false for a companion file. */
export const isOutput = ({ phase = 'output' }: Pick<Format, 'phase'>): boolean => phase === 'output'

/** Plain paths of the outputs that were refused. */
export const refusedOutputs = ({ refused }: Pick<ImportContext, 'refused'>): string[] =>
  refused.flatMap(({ path, format }) => (isOutput(format) ? [path] : []))

/** The parts of the state that the caller states. */
export type ImportStart = Pick<ImportContext, 'profile' | 'overrides' | 'recorded'> &
  Partial<Pick<ImportContext, 'refused'>> & { above?: string }

export function startImport({ profile, overrides, recorded, refused = [], above = '' }: ImportStart): ImportContext {
  return {
    profile,
    overrides,
    recorded,
    refused,
    formats: new Map(),
    // The record of `assay exec` states what the files are, so their names are not read by common spellings.
    decoder: createPathDecoder(profile, statedFields(overrides), { commonNames: recorded === null, above }),
    runs: new RunDrafts(),
    heldFiles: new Set(),
    unclaimed: [],
    stopped: [],
    neighbors: [],
    serverVersions: [],
    evidence: new Map(),
    cpuStatements: [],
    corrections: [...profile.corrections, ...statedReferences(overrides)],
    corrected: new Map(),
    questions: [],
    problems: [],
    understood: [],
    ignored: [],
  }
}

/**
 * Holds the state of one format during one import: everything read that cannot be added to a run yet. The returned
 * function gives the state of an import context and creates it on the first call.
 */
export function perImport<T>(create: () => T): (context: ImportContext) => T {
  const states = new WeakMap<ImportContext, { state: T }>()
  return (context) => {
    const known = states.get(context) ?? { state: create() }
    states.set(context, known)
    return known.state
  }
}

/** Adds the problems of a parsed file to the context and returns its value; null when nothing was usable. */
export function take<T>(context: ImportContext, { path }: SourceFile, kind: string, parsed: Parsed<T>): T | null {
  context.problems.push(...parsed.problems)
  if (parsed.value !== null) context.understood.push({ path, kind })
  return parsed.value
}

/** Notes that the output of a file states its test, so that the rest of the file's name is no guess of it. */
export function noteStatedTest({ evidence }: ImportContext, { path }: SourceFile): void {
  const found = evidence.get(path)
  if (found !== undefined) evidence.set(path, { ...found, testGuess: null, statesNoTest: false })
}

/**
 * The reason why a test counts as failed: the exit status that `assay exec` recorded, or the tool's own report. Null
 * for a test that finished.
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

/** The fields that differ from those of the directory: only those distinguish the runs of one directory. */
export function differingFields({ fields: reported }: DecodedDirectory, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field, text]) => reported[field] !== text))
}
