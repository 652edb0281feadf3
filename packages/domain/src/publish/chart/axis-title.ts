import type { ChartXAxis, ChartYAxis } from './chart-model.ts'

/** "machine hours (h)", "clients", "version". */
export const xAxisTitle = (x: ChartXAxis): string =>
  x.kind === 'ordered' || x.unit === '' || x.unit === x.label ? x.label : `${x.label} (${x.unit})`

/** "qps in queries/s"; a metric that is named after its unit, such as ops/s in operations/s, has the unit only. */
export function yAxisTitle({ label, unit, format }: ChartYAxis): string {
  if (format !== 'value' || unit === '' || unit === label) return label
  const isNamedAfterUnit = label.endsWith('/s') && unit.endsWith('/s')
  return isNamedAfterUnit ? unit : `${label} in ${unit}`
}
