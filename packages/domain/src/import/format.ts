import type { ImportContext, SourceFile } from './import-context.ts'
import type { RunDraft } from './run-draft.ts'

/**
 * The order in which the files of a format are read. Samplers and companion files need the test that they belong to, so
 * they are read after all outputs. Companion files come last, because profile data may be the only file left of a test.
 */
export const READ_ORDER = ['output', 'sampler', 'companion'] as const

/** One kind of file that a benchmark or tool writes. The first format that recognizes a file reads it. */
export type Format = {
  /** Name of the kind in import results and in file rules of profiles, such as `iibench-summary`. */
  kind: string
  /** Earlier names of the kind, which stored profiles may contain. */
  aliases?: readonly string[]
  /** True when the content is in this format, judged by its grammar; the name may only break a tie. Never throws. */
  recognize(name: string, text: string): boolean
  /**
   * True for tables. Their file names are unreliable: where a profile names one table format, the content chooses among
   * all.
   */
  isTable?: true
  /**
   * True when the path states facts that the content lacks, so that parts of it which nothing decodes are asked about.
   * Other formats state servers, repeats or tests in their content.
   */
  isNamedByPath?: true
  /** True when several files in one folder may be parts of one recording, such as the logs of the threads of pgbench. */
  isPart?: true
  /** The default is `output`. */
  phase?: (typeof READ_ORDER)[number]
  /** Adds what the file holds to the import context, and a problem for what it does not understand. Never throws. */
  read(context: ImportContext, file: SourceFile): void
}

/** A benchmark and the kinds of files that it writes. Each folder below `benchmarks/` exports one. */
export type Benchmark = {
  /** Name of the benchmark in upload documents. */
  name: string
  /** Names of the commands that run the benchmark, where they differ from its name. */
  programs?: readonly string[]
  /** The product of its tests when neither names nor outputs state one. */
  product?: string
  formats: readonly Format[]
  /**
   * Adds a test that failed under `assay exec` and printed no report. Without this function the failed result is made
   * from the record alone.
   */
  addFailure?(context: ImportContext, file: SourceFile, reason: string): void
  /**
   * Returns the runs of a benchmark that needs all of its files first, because tables repeat figures of other files or
   * rows are grouped by date. Other benchmarks add to `context.runs` while they read.
   */
  finish?(context: ImportContext): RunDraft[]
}
