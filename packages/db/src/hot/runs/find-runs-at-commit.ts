import { findRuns, prepareFilter } from '../run-index/filter-runs.ts'
import type { RunEntry, RunIndex } from '../run-index/run-index.ts'
import { summarizeRun } from './run-summary.ts'
import type { CommitRuns, NearestCommitQuery } from './run-types.ts'

/** Minimum digits of a hash; git shortens to no less. */
const MIN_DIGITS = 7

/**
 * Finds the runs of the first of these commits that has any. Builds state full or shortened hashes, so two hashes are
 * of the same commit when one begins with the other.
 */
export function findRunsAtCommit(
  runIndex: RunIndex,
  { commits, product, hardware }: NearestCommitQuery,
): CommitRuns | null {
  const hashes = commits.map((commit) => commit.toLowerCase())
  const byStart = Map.groupBy(hashes.keys(), (at) => hashes[at]?.slice(0, MIN_DIGITS) ?? '')
  const distanceOf = (stated: string): number | undefined =>
    byStart.get(stated.slice(0, MIN_DIGITS))?.find((at) => {
      const hash = hashes[at] ?? ''
      return hash.startsWith(stated) || stated.startsWith(hash)
    })
  let nearest = Number.POSITIVE_INFINITY
  let found: RunEntry[] = []
  const filters = {
    ...(product === undefined ? {} : { product: [product] }),
    ...(hardware.length === 0 ? {} : { hardware }),
  }
  const passing = findRuns(runIndex, prepareFilter(runIndex, filters), { newestOnly: true, isListed: () => true })
  for (const run of passing) {
    const { commit } = run.build
    if (commit === null || commit.length < MIN_DIGITS) continue
    const distance = distanceOf(commit.toLowerCase())
    if (distance === undefined || distance > nearest) continue
    if (distance < nearest) found = []
    nearest = distance
    found.push(run)
  }
  const commit = commits[nearest]
  return commit === undefined ? null : { commit, distance: nearest, runs: found.map(summarizeRun) }
}
