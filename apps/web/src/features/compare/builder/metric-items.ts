import { joinList } from '@assay/domain/compare/render/list-text'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { CheckItem } from '../../../ui/check-list.tsx'

export type OfferedMetric = { name: string; unit: string; about: string }

/** The metrics to select; each selected one becomes a table. */
export function metricItems(metrics: readonly OfferedMetric[], chosen: readonly string[]): CheckItem[] {
  const primary = { name: PRIMARY_METRIC, unit: 'qps or ops/s', about: 'Main metric of each test' }
  const unknown = chosen.filter((name) => name !== PRIMARY_METRIC && !metrics.some((metric) => metric.name === name))
  const shown = [primary, ...metrics, ...unknown.map((name) => ({ name, unit: '', about: '' }))]
  return shown.map(({ name, unit, about }) => ({
    text: name,
    value: joinList([name]),
    note: unit,
    about,
    isChosen: chosen.includes(name),
  }))
}
