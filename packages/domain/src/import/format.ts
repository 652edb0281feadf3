import type { ImportContext, SourceFile } from './import-context.ts'
import type { RunDraft } from './run-draft.ts'

/**
 * When files of a format are read. Samplers and companion files mean something only next to a test, so they are read when
 * all outputs are known; companion files come last, because a profile may be all that is left of a test.
 */
export const READ_ORDER = ['output', 'sampler', 'companion'] as const

/** One kind of file that benchmarks or tools leave behind. The first format that recognizes a file reads it. */
export type Format = {
  /** As the import lists it and as a file rule of a profile names it: `iibench-summary`. */
  kind: string
  /** Spellings of earlier versions, which stored profiles may hold. */
  aliases?: readonly string[]
  /** Recognizes the content by its grammar; the name may only break a tie. Never throws. */
  recognise(name: string, text: string): boolean
  /** True for tables, whose names are unreliable: where a profile names one of them, the content chooses among all. */
  isTable?: true
  /** By default `output`. */
  phase?: (typeof READ_ORDER)[number]
  /** Adds what the file holds to the import context, and a problem for what it does not understand. Never throws. */
  read(context: ImportContext, file: SourceFile): void
}

/** A benchmark and the kinds of files that it leaves behind: what a folder below `benchmarks/` exports. */
export type Benchmark = {
  /** As upload documents name it. */
  name: string
  /** Names of the commands that run it, where these are not its name. */
  programs?: readonly string[]
  formats: readonly Format[]
  /**
   * Adds a test that `assay exec` saw fail and whose output holds no report. Without this function the record alone
   * makes the failed result.
   */
  addFailure?(context: ImportContext, file: SourceFile, reason: string): void
  /**
   * The runs of a benchmark whose files must all be known first: tables repeat the figures of other files, or rows are
   * grouped by their dates. Other benchmarks add to `context.runs` while they read.
   */
  finish?(context: ImportContext): RunDraft[]
}
