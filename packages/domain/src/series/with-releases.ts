import type { FindingFacts } from '../finding/finding.ts'
import type { JudgedLine, LineChange } from './judge-line.ts'

/**
 * Adds the changes between two neighboring releases that findings report. A detector of levels needs several points on
 * each side, but on a version axis one release is an event of its own: both pages give one answer, because this one
 * takes it from the verdicts behind the findings. Where the detector found a change at the same release, that one stays.
 *
 * @param findings of the product and the machine of the line; those between versions that are no neighbors are ignored.
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
      const own = changes.find(
        ({ test, metric, runIds }) =>
          test === line.test && metric === line.metric && runIds.some((id) => position.runIds.includes(id)),
      )
      if (own === undefined) return []
      const runId = position.runIds[0] ?? null
      return [{ place: position.place, after: before.place, ratio: own.ratio, direction, runId, by: 'release' }]
    }),
  )
  if (added.length === 0) return line
  return { ...line, changes: [...line.changes, ...added].sort((a, b) => a.place - b.place) }
}
