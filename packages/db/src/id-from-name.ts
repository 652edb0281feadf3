import { hash } from 'node:crypto'
import { runIdFromSha256 } from '@assay/domain/run/run-identity'

/**
 * Derives an id from names: the same names give the same id in every process and every project. An upload therefore
 * knows the ids of its dimensions without a query, two concurrent uploads cannot create a row twice, and the order of
 * uploads does not matter. (docs/decisions/010-ids-made-from-names.md)
 *
 * @param kind the kind of row, so that a product and a benchmark with one name have different ids.
 * @param key the identifying values: the name, after the ids of its parents.
 */
export function idFromName(kind: string, ...key: readonly (string | number | null)[]): string {
  return runIdFromSha256(hash('sha256', JSON.stringify([kind, ...key]), 'hex'))
}

/**
 * Ids of the results of one run, by index in its test set. They share the prefix of the run id, so that the results of
 * a run are adjacent in the index of a table of millions. At most 65,536 results.
 */
export function resultIds(runId: string, count: number): string[] {
  const run = hash('sha256', JSON.stringify(['result', runId]), 'hex')
  const head = `${runId.slice(0, 8)}-${runId.slice(9, 13)}-8${run.slice(0, 3)}-8${run.slice(3, 6)}-${run.slice(6, 14)}`
  return Array.from({ length: count }, (_, index) => head + index.toString(16).padStart(4, '0'))
}
