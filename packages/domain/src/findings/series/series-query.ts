import type { Comparison } from '../../compare/comparison.ts'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import { fromQuery, toQuery } from '../../compare/comparison-url.ts'
import { type DimensionName, isDimensionName } from '../../compare/dimension.ts'
import { PRIMARY_METRIC } from '../../run/metric.ts'
import { RULE_METHODS, type RuleMethod } from './rule.ts'

export const SERIES_ORDERS = ['version', 'time', 'commit'] as const
export type SeriesOrder = (typeof SERIES_ORDERS)[number]

/** State of a series page, which its URL contains. */
export type SeriesQuery = {
  filters: Comparison['filters']
  metric: string
  order: SeriesOrder
  /** Dimension whose values have separate colors. */
  color: DimensionName | null
  /** Method to use instead of the project's rule for the series. */
  method: RuleMethod | null
  /** Names of the first and last shown x value; null for all. */
  from: string | null
  to: string | null
  /** Id of a run of the series, which provides the dimensions that the filters do not set. */
  run: string | null
}

/** Parameters of the URL that are not filters. */
const SERIES_PARAMETERS = ['order', 'colour', 'rule', 'from', 'to', 'run'] as const

export function writeSeriesQuery({ filters, metric, order, color, method, from, to, run }: SeriesQuery): string {
  const own: [string, string][] = []
  if (order !== 'version') own.push(['order', order])
  if (color !== null) own.push(['colour', color])
  if (method !== null) own.push(['rule', method])
  if (from !== null) own.push(['from', from])
  if (to !== null) own.push(['to', to])
  if (run !== null) own.push(['run', run])
  const rest = toQuery({ ...DEFAULT_COMPARISON, filters, metrics: [metric] })
  const mine = own.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return [rest, mine].filter((part) => part !== '').join('&')
}

/** Parses the query; invalid parameters are reported and ignored. */
export function readSeriesQuery(query: string | URLSearchParams): { query: SeriesQuery; problems: string[] } {
  const given = new URLSearchParams(query)
  const own = Object.fromEntries(SERIES_PARAMETERS.map((name) => [name, given.get(name) || null]))
  for (const name of SERIES_PARAMETERS) given.delete(name)
  const { comparison, problems } = fromQuery(given)
  const choose = <T extends string>(name: 'order' | 'rule', options: readonly T[]): T | null => {
    const text = own[name] ?? null
    const found = options.find((option) => option === text) ?? null
    if (text !== null && found === null) problems.push(`${name}: "${text}" is not one of ${options.join(', ')}`)
    return found
  }
  const color = own.colour ?? null
  if (color !== null && !isDimensionName(color)) problems.push(`colour: "${color}" is not a dimension`)
  return {
    query: {
      filters: comparison.filters,
      metric: comparison.metrics[0] ?? PRIMARY_METRIC,
      order: choose('order', SERIES_ORDERS) ?? 'version',
      color: color !== null && isDimensionName(color) ? color : null,
      method: choose('rule', RULE_METHODS),
      from: own.from ?? null,
      to: own.to ?? null,
      run: own.run ?? null,
    },
    problems,
  }
}
