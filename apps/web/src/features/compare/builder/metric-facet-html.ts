import { joinList } from '@assay/domain/compare/render/list-text'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { Html } from '../../../ui/html.ts'
import { listHtml } from '../../dimensions/facet-html.ts'

export type OfferedMetric = { name: string; unit: string; about: string }

/** Renders the metrics to select; each selected one becomes a table. */
export function metricFacetHtml(metrics: readonly OfferedMetric[], chosen: readonly string[]): Html {
  const primary = { name: PRIMARY_METRIC, unit: 'qps or ops/s', about: 'Main metric of each test' }
  const unknown = chosen.filter((name) => name !== PRIMARY_METRIC && !metrics.some((metric) => metric.name === name))
  const shown = [primary, ...metrics, ...unknown.map((name) => ({ name, unit: '', about: '' }))]
  return listHtml({
    label: 'Metrics',
    legend: 'Metrics',
    listId: 'metric-values',
    isSearched: true,
    field: 'metrics',
    items: shown.map(({ name, unit, about }) => ({
      text: name,
      value: joinList([name]),
      note: unit,
      about,
      isChosen: chosen.includes(name),
    })),
  })
}
