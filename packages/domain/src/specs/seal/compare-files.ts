import { err, ok, type Result } from '../../result.ts'
import { readSpecFile } from '../export/read-spec-file.ts'
import type { SealLink } from './seal-chain.ts'
import type { SealProblem } from './withheld-values.ts'

export type ComparedFiles = {
  problems: SealProblem[]
  /** Sentences about links that only the later file has. */
  notes: string[]
}

/**
 * Compares the seals of two files of one spec: every link of the earlier file must be in the later one. A spec and its
 * whole seal that were written anew verify alone, but not against a file that was exported before.
 */
export function compareSpecFiles(earlier: string, later: string): Result<ComparedFiles, string> {
  const [before, after] = [chainOf(earlier), chainOf(later)]
  if (!before.ok) return err(`The earlier file: ${before.error}`)
  if (!after.ok) return after
  if (before.value.length === 0) return err('The earlier file has no seal, so there is nothing to compare.')
  const problems = before.value.flatMap(({ number, sha256 }): SealProblem[] => {
    const link = after.value.find((one) => one.number === number)
    if (link?.sha256 === sha256) return []
    const message = link === undefined ? 'The later file does not have it.' : 'The later file has another one.'
    return [{ link: number, path: null, message }]
  })
  const last = before.value.at(-1)?.number ?? 0
  const added = after.value.filter(({ number }) => number > last).map(({ number }) => number)
  if (problems.length > 0) return ok({ problems, notes: [] })
  const proven = `The earlier file confirms ${last === 1 ? 'link 1' : `links 1 to ${last}`}`
  return ok({ problems, notes: [added.length === 0 ? `${proven}.` : `${proven}, and not ${added.join(', ')}.`] })
}

function chainOf(file: string): Result<readonly SealLink[], string> {
  const read = readSpecFile(file)
  if (!read.ok) return read
  return read.value.record === null ? err('It has no record.') : ok(read.value.record.chain)
}
