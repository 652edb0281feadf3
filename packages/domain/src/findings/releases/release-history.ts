import { compareVersions } from '../../run/compare-versions.ts'
import type { ReleaseLine } from './release-summary.ts'

/** The tests of one release compared with the previous one. */
type ReleaseLines = { from: string; to: string; lines: readonly ReleaseLine[] }

/** Value of a test at one release, relative to the first release of its history. */
export type HistoryPoint = { version: string; value: number }

type TestLine = Pick<ReleaseLine, 'test' | 'clients' | 'line' | 'metric'>

/**
 * The history of a test for a sparkline: the product of its ratios from release to release. It ends with the newest
 * release and begins after the last gap; empty if no release has a ratio of the test.
 *
 * @param releases of one machine, benchmark and workload.
 */
export function releaseHistory(releases: readonly ReleaseLines[], requested: TestLine): HistoryPoint[] {
  const steps = releases
    .flatMap(({ from, to, lines }) => {
      const line = lines.find((one) => isSameLine(one, requested))
      return line === undefined ? [] : [{ from, to, ratio: line.ratio }]
    })
    .sort((a, b) => compareVersions(a.to, b.to))
  const gap = steps.findLastIndex(({ from }, at) => at > 0 && steps[at - 1]?.to !== from)
  const unbroken = gap === -1 ? steps : steps.slice(gap)
  const [first] = unbroken
  if (first === undefined) return []
  const history: HistoryPoint[] = [{ version: first.from, value: 1 }]
  let value = 1
  for (const { to, ratio } of unbroken) {
    value *= ratio
    history.push({ version: to, value })
  }
  return history
}

const isSameLine = (a: TestLine, b: TestLine): boolean =>
  a.test === b.test && a.clients === b.clients && a.line === b.line && a.metric === b.metric
