import type { Comparison } from '../compare/comparison.ts'
import { EXPLAINING_METRICS, SIGNALS, type SignalName } from '../compare/explain/signals.ts'
import type { Cell, GridTables } from '../compare/grid.ts'
import { rowsOf } from '../compare/tldr/tldr-blocks.ts'
import type { FindingChange, FindingKey } from './finding.ts'
import { findingComparison } from './finding-comparison.ts'

/** The comparison of one change in its metric and in every metric that can explain it. */
export function changeComparison(finding: FindingKey, change: FindingChange): Comparison {
  const comparison = findingComparison(finding, [change])
  const { test, clients } = change
  return {
    ...comparison,
    filters: { ...comparison.filters, test: [test], ...(clients === '' ? {} : { clients: [clients] }) },
    metrics: [...comparison.metrics, ...EXPLAINING_METRICS],
  }
}

/** A metric of a change by its name in words; the metric that changed has its own name. */
export type ChangeMetric = Pick<Cell, 'metric' | 'unit' | 'value' | 'baseValue' | 'ratio' | 'band'> & { word: string }

/** Signals that every comparison of throughput should have; what of them was not recorded is named. */
const EXPECTED: readonly SignalName[] = ['cpu', 'switches', 'reads', 'writeKb', 'tail']

const WORDS = new Map(
  Object.values(SIGNALS).flatMap(({ metrics, word }) => metrics.map((name): [string, string] => [name, word])),
)

/** Smaller differences of ratios are those of rounding. */
const SAME_RATIO = 1e-6

/** The metrics of one change, the one that changed first, and the expected ones that were not recorded. */
export function metricsOfChange(
  grid: GridTables,
  change: FindingChange,
): { metrics: readonly ChangeMetric[]; notRecorded: readonly string[] } {
  const all = grid.tables.flatMap((table) =>
    rowsOf(table).flatMap((row) =>
      row.cells.flatMap((cell, at) =>
        cell.isBase || cell.value === null || cell.baseValue === null
          ? []
          : [{ cell, at: JSON.stringify([row.values, table.columns[at]?.values]) }],
      ),
    ),
  )
  const own = all.find(
    ({ cell }) => cell.metric === change.metric && Math.abs((cell.ratio ?? 0) / change.ratio - 1) < SAME_RATIO,
  )
  if (own === undefined) return { metrics: [], notRecorded: [] }
  const byWord = new Map<string, Cell>([[own.cell.metric, own.cell]])
  for (const { cell, at } of all) {
    const word = WORDS.get(cell.metric.replace(/^as-published:/, ''))
    if (at === own.at && word !== undefined && !byWord.has(word)) byWord.set(word, cell)
  }
  return {
    metrics: [...byWord].map(([word, { metric, unit, value, baseValue, ratio, band }]) => {
      return { word, metric, unit, value, baseValue, ratio, band }
    }),
    notRecorded: EXPECTED.map((name) => SIGNALS[name].word).filter((word) => !byWord.has(word)),
  }
}
