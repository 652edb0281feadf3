import type { ChartModel } from '../publish/chart/chart-model.ts'
import type { FindingFacts } from './finding.ts'
import type { HistoryPoint } from './releases/release-history.ts'
import { percentWords } from './releases/release-words.ts'

/** Fewer releases are not a history. */
const MIN_RELEASES = 3

/** The largest change of a finding over the releases, relative to the first one; null for too few releases. */
export function historyChart(
  { to, direction, changes }: Pick<FindingFacts, 'to' | 'direction' | 'changes'>,
  history: readonly HistoryPoint[],
): ChartModel | null {
  const [first] = history
  const last = history.at(-1)
  const [largest] = changes
  if (history.length < MIN_RELEASES || first === undefined || last === undefined || largest === undefined) return null
  const at = history.findIndex(({ version }) => version === to)
  return {
    id: 'history',
    title: `${largest.test} over ${history.length} releases`,
    summary: `${last.version} is ${percentWords(last.value / first.value)} vs ${first.version}; the marked release is that of the finding. More is better.`,
    draw: 'line',
    x: { kind: 'ordered', label: 'version', places: history.map(({ version }) => ({ name: version })) },
    y: { label: `relative to ${first.version}`, unit: '', better: 'higher', format: 'ratio', start: 'near' },
    series: [
      {
        name: largest.test,
        color: 1,
        points: history.map(({ value }, x) => ({
          x,
          y: value,
          ...(x === at ? { note: direction === 'worse' ? 'regression' : 'improvement', tone: direction } : {}),
        })),
      },
    ],
    marks: at === -1 ? [] : [{ axis: 'x', at, label: `${percentWords(largest.ratio)}` }],
  }
}
