import { hash } from 'node:crypto'
import { runIdFromSha256 } from '@assay/domain/run/run-identity'

/**
 * Id of a thing made from what it is: the same names give the same id in every process and every project, so an upload
 * knows the ids of its dimensions without asking, two uploads at once cannot make one thing twice, and the order of
 * uploads leaves no trace. (docs/decisions/010-ids-made-from-names.md)
 *
 * @param kind what it is the id of, so that a product and a benchmark of one name differ.
 * @param key  what makes it the thing it is: its name, after the ids of its parents.
 */
export function idFrom(kind: string, ...key: readonly (string | number | null)[]): string {
  return runIdFromSha256(hash('sha256', JSON.stringify([kind, ...key]), 'hex'))
}

/**
 * Ids of the results of one run, by their place in its test set. They begin as the id of the run does, so that the
 * results of a run lie side by side in the index of a table of millions. At most 65,536 results.
 */
export function resultIds(runId: string, count: number): string[] {
  const run = hash('sha256', JSON.stringify(['result', runId]), 'hex')
  const head = `${runId.slice(0, 8)}-${runId.slice(9, 13)}-8${run.slice(0, 3)}-8${run.slice(3, 6)}-${run.slice(6, 14)}`
  return Array.from({ length: count }, (_, place) => head + place.toString(16).padStart(4, '0'))
}
