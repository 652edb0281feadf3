import type { ImportContext, SourceFile } from './import-context.ts'

/**
 * One kind of file that benchmarks or tools leave behind. A profile's file rule may name it by `kind`; files that no
 * rule names are asked one after another. What it reads goes into `reading.results`.
 */
export type Format = {
  /** As the import lists it and as profiles name it: `iibench-summary`. */
  kind: string
  /** Recognizes the content by its grammar; the name may only break a tie. Never throws. */
  recognise(name: string, text: string): boolean
  /** True when it means something only beside the output of a test: such files are read when all outputs are known. */
  isCompanion?: boolean
  /** Adds what the file holds to the import context, and a problem for what it does not understand. Never throws. */
  read(context: ImportContext, file: SourceFile): void
}
