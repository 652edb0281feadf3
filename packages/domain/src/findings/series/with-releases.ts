import type { FindingChange, FindingFacts } from '../finding.ts'
import type { SeriesLine, SeriesPosition } from './build-lines.ts'
import type { JudgedLine, LineChange } from './judge-line.ts'

/**
 * Adds the changes between two neighboring releases that findings report. A detector of levels needs several points on
 * each side, but on a version axis one release is an event. Both pages agree, because the series uses the verdicts
 * behind the findings. A change that the detector found at the same release takes precedence.
 *
 * @param findings of the product and machine of the line; findings between other pairs of versions are ignored.
 */
export function withReleases(
  line: JudgedLine,
  findings: readonly Pick<FindingFacts, 'from' | 'to' | 'direction' | 'changes'>[],
): JudgedLine {
  const counted = line.positions.filter(({ counts }) => counts)
  const known = new Set(line.changes.map(({ place }) => place))
  const added = findings.flatMap(({ from, to, direction, changes }) =>
    counted.flatMap((position, at): LineChange[] => {
      const before = counted[at - 1]
      if (position.version !== to || before?.version !== from || known.has(position.place)) return []
      const own = changes.find((change) => isOfLine(change, line) && sharesRun(change, position))
      if (own === undefined) return []
      const runId = position.runIds[0] ?? null
      return [{ place: position.place, after: before.place, ratio: own.ratio, direction, runId, by: 'release' }]
    }),
  )
  if (added.length === 0) return line
  return { ...line, changes: [...line.changes, ...added].sort((a, b) => a.place - b.place) }
}

/** A run has results of one test at several numbers of clients and parameters, each on a separate line. */
const isOfLine = (change: FindingChange, { test, metric, clients, parameters }: SeriesLine): boolean =>
  change.test === test &&
  change.metric === metric &&
  change.clients === clients &&
  parameters.every((parameter) => ` ${change.line} `.includes(` ${parameter} `))

const sharesRun = ({ runIds }: FindingChange, position: SeriesPosition): boolean =>
  runIds.some((id) => position.runIds.includes(id))
