import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import type { RequiredFact } from './run-facts.ts'

/** The document of one run, or the reasons why there is none. */
export type BuiltRun = {
  document: UploadDocument | null
  problems: Problem[]
  /** True when the machine is all that is missing: the import asks for it and stops. */
  lacksMachine?: true
}

/**
 * A run that lacks required facts. A machine alone is a question; product and version, for which no candidates can be
 * listed, are a problem that names everything that is missing.
 *
 * @param place.message why the names were not understood, where that is known.
 */
export function lacking(
  missing: readonly RequiredFact[],
  { path, line, message }: { path: string; line?: number; message?: string | null },
): BuiltRun {
  if (missing.every((fact) => fact === 'hardware')) return { document: null, problems: [], lacksMachine: true }
  const flags = missing.map((fact) => `--set ${fact}=NAME`).join(' ')
  const why = message ?? `cannot tell ${listOf(missing)} of these results`
  const text = `${why}; pass ${flags}, or a profile that decodes the names (docs/import-profiles.md)`
  return { document: null, problems: [{ file: path, ...(line === undefined ? {} : { line }), message: text }] }
}

const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
