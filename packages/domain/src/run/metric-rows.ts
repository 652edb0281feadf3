import type { Better, KnownMetric } from './metric.ts'

/** A metric as a line of a table; `digits` are the decimals of its values in tables. */
type MetricRow = readonly [name: string, unit: string, better: Better, digits: number, about: string]

/** The metrics of a benchmark from a table with a line for each, in its order. */
export const metricsOfRows = (rows: readonly MetricRow[]): readonly KnownMetric[] =>
  rows.map(([name, unit, better, digits, about]) => ({ name, unit, better, digits, about }))
