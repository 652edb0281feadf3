import type { UploadDocument } from './upload-document.ts'

type Known = string | null | undefined

/**
 * Value of the dimension `benchmarkVersion`: the version of the program that produced the load. It is the version that
 * the document states for its benchmark (`1.1.0`), else that of the measuring client (`sysbench 1.1.0-3ceba0b`); both,
 * `1.1.0 (libpq 17.2)`, where neither contains the other.
 *
 * @returns null when neither is stated.
 */
export function benchmarkVersionOf({ version, client }: { version: Known; client: Known }): string | null {
  const [own, other] = [version ?? '', client ?? '']
  if (own === '' || other.includes(own)) return other === '' ? null : other
  return other === '' || own.includes(other) ? own : `${own} (${other})`
}

/** The same of an upload document. */
export const benchmarkVersionOfDocument = ({ benchmark, clientVersion }: UploadDocument): string | null =>
  benchmarkVersionOf({ version: benchmark.version, client: clientVersion })

/** True for a benchmark that is released with the database, such as db_bench: its version names that of the database. */
export function namesVersion(benchmarkVersion: string, version: string): boolean {
  const at = version === '' ? -1 : benchmarkVersion.indexOf(version)
  const isPartOfNumber = (character: string | undefined) => character !== undefined && /[0-9.]/.test(character)
  return at >= 0 && !isPartOfNumber(benchmarkVersion[at - 1]) && !isPartOfNumber(benchmarkVersion[at + version.length])
}
