import type { ProjectQueries, ReleaseKey, StoredLines } from '@assay/db/types'
import { type OtherLine, otherLines } from '@assay/domain/findings/other-lines'
import { type HistoryPoint, releaseHistory } from '@assay/domain/findings/releases/release-history'
import type { StoredFinding } from '@assay/domain/findings/stored-finding'

/**
 * A finding with the history of its largest change, for a sparkline; empty where no release has a ratio of the test.
 */
export type WithHistory<Finding> = Finding & { history: HistoryPoint[] }

/** Reads the histories of findings in one query. */
export async function withHistories<Finding extends StoredFinding>(
  { findings }: Pick<ProjectQueries, 'findings'>,
  rows: readonly Finding[],
): Promise<WithHistory<Finding>[]> {
  const keys = new Map(rows.flatMap(releasesOf).map((key) => [JSON.stringify(key), key]))
  const lines = await findings.releaseLines([...keys.values()])
  return rows.map((row) => ({ ...row, history: historyOf(row, lines) }))
}

/**
 * The lines of the same two releases that are not part of a finding: its unaffected tests, and all tests of the other
 * machines that compared them. Empty where the versions are not neighboring releases.
 */
export async function unchangedLines(
  { findings }: Pick<ProjectQueries, 'findings'>,
  { product, from, to, hardware, of, changes }: StoredFinding,
): Promise<OtherLine[]> {
  const benchmarks = [...new Set(changes.map(({ benchmark }) => benchmark))]
  const machines = [...new Set([hardware, ...of])]
  const keys = machines.flatMap((machine) =>
    benchmarks.map((benchmark): ReleaseKey => ({ product, hardware: machine, benchmark, to })),
  )
  const stored = (await findings.releaseLines(keys)).filter((one) => one.from === from && one.to === to)
  return otherLines(stored, { hardware, changes })
}

export const isSameEnvironment = (a: Omit<ReleaseKey, 'to'>, b: Omit<ReleaseKey, 'to'>): boolean =>
  a.product === b.product && a.hardware === b.hardware && a.benchmark === b.benchmark

function releasesOf({ product, hardware, changes: [largest] }: StoredFinding): ReleaseKey[] {
  return largest === undefined ? [] : [{ product, hardware, benchmark: largest.benchmark, to: null }]
}

function historyOf(
  { product, hardware, changes: [largest] }: StoredFinding,
  all: readonly StoredLines[],
): HistoryPoint[] {
  if (largest === undefined) return []
  const { benchmark, workload } = largest
  const own = all.filter((one) => isSameEnvironment(one, { product, hardware, benchmark }) && one.workload === workload)
  return releaseHistory(own, largest)
}
