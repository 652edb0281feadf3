import type { FindingFacts } from './finding.ts'
import type { ReleaseLine } from './releases/release-summary.ts'

/** A test that a finding does not contain, between the two releases of the finding. A ratio above 1 is better. */
export type OtherLine = ReleaseLine & { hardware: string; workload: string }

type StoredLines = { hardware: string; workload: string; lines: readonly ReleaseLine[] }

/** Maximum lines on the page of a finding, those of its tests first. */
const MAX_LINES = 200

/**
 * The lines of two releases without the changes of a finding: tests that it names come first, then those with the
 * largest change, so that the unaffected machines and workloads of a regression stand beside it.
 */
export function otherLines(
  stored: readonly StoredLines[],
  { hardware, changes }: Pick<FindingFacts, 'changes'> & { hardware: string },
): OtherLine[] {
  const keyOf = (
    workload: string,
    { test, clients, line, metric }: Omit<ReleaseLine, 'ratio' | 'low' | 'high' | 'verdict'>,
  ) => JSON.stringify([workload, test, clients, line, metric])
  const own = new Set(changes.map((change) => keyOf(change.workload, change)))
  const named = new Set(changes.map(({ test }) => test))
  const all = stored.flatMap(({ hardware: machine, workload, lines }) =>
    lines
      .filter((line) => machine !== hardware || !own.has(keyOf(workload, line)))
      .map((line): OtherLine => ({ ...line, hardware: machine, workload })),
  )
  const rank = ({ test }: OtherLine) => (named.has(test) ? 0 : 1)
  return all
    .toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 0 ? byName(a, b) : size(b) - size(a)))
    .slice(0, MAX_LINES)
}

const size = ({ ratio }: OtherLine) => Math.abs(Math.log(ratio))

const byName = (a: OtherLine, b: OtherLine) =>
  a.test.localeCompare(b.test, 'en') ||
  a.workload.localeCompare(b.workload, 'en') ||
  a.hardware.localeCompare(b.hardware, 'en')
