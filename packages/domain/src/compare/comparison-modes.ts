import type { SeriesQuery } from '../findings/series/series-query.ts'
import { PRIMARY_METRIC } from '../run/metric.ts'
import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import type { DimensionName } from './dimension.ts'
import { dimensionOrder } from './dimension-order.ts'
import type { GridTables } from './grid.ts'
import type { PairRequest, ReleasesRequest } from './pairs/comparable-versions.ts'
import type { Observed } from './study.ts'

/** Ways to look at the results of one product on one machine. */
export const COMPARISON_MODES = ['pair', 'many', 'trend', 'scale-up', 'sweep', 'distribution'] as const
export type ComparisonMode = (typeof COMPARISON_MODES)[number]

/** The filters that all modes share, and the base version if there is one. */
export type Selection = { filters: Comparison['filters']; base?: string | undefined }

/** The selection of a comparison; its base is the version of the base column. */
export function selectionOf({ columnDimensions, tables }: GridTables, { filters }: Comparison): Selection {
  const at = columnDimensions.indexOf('version')
  return { filters, base: tables[0]?.columns.find(({ isBase }) => isBase)?.values[at] }
}

/** The page of a mode, or the reason why the selection has none. */
export type ModeTarget =
  | { kind: 'pair'; pair: PairRequest | ReleasesRequest }
  | { kind: 'comparison'; comparison: Comparison }
  | { kind: 'series'; query: SeriesQuery }
  | { kind: 'study'; study: 'scale-up' | 'sweep' | 'repeats'; comparison: Comparison }
  | { kind: 'none'; reason: string }

/** Dimensions that stay the same in all modes. */
const SHARED = ['product', 'hardware', 'benchmark', 'workload', 'group', 'test'] as const

/**
 * Returns the page of each mode for one selection.
 *
 * @param observed values of the dimensions under the other filters, with those of the selected versions.
 */
export function comparisonModes(selection: Selection, observed: Observed): Record<ComparisonMode, ModeTarget> {
  const facts = { ...selection, shared: sharedFilters(selection.filters), ...valuesIn(observed) }
  return {
    pair: pairMode(facts),
    many: manyMode(facts),
    trend: trendMode(facts),
    'scale-up': scaleUpMode(facts),
    sweep: sweepMode(facts),
    distribution: distributionMode(facts),
  }
}

type Facts = Selection & ReturnType<typeof valuesIn> & { shared: Comparison['filters'] }

function sharedFilters(filters: Comparison['filters']): Comparison['filters'] {
  return Object.fromEntries(SHARED.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])))
}

function valuesIn(observed: Observed) {
  const byName = new Map(observed.map(({ name, values }) => [name, values.map(({ value }) => value)]))
  const values = (name: DimensionName): string[] => [...(byName.get(name) ?? [])].sort(dimensionOrder(name, []))
  const parameter = observed.find(({ name, values: all }) => name.startsWith('param:') && all.length > 1)?.name
  return { values, parameter }
}

const none = (reason: string): ModeTarget => ({ kind: 'none', reason })

/** The newest version of the selection, and the one that it is compared with. */
function versionsOf({ filters, base, values }: Facts): { from: string | undefined; to: string | undefined } {
  const known = values('version')
  const chosen = known.filter((version) => filters.version?.includes(version) ?? true)
  const to = (chosen.length > 1 ? chosen : known).findLast((version) => version !== base) ?? known.at(-1)
  const before = known.slice(0, to === undefined ? 0 : known.indexOf(to))
  return { from: base !== undefined && base !== to ? base : (before.at(-1) ?? known.at(-2)), to }
}

function pairMode(facts: Facts): ModeTarget {
  const [product, ...others] = facts.shared.product ?? facts.values('product')
  const { from, to } = versionsOf(facts)
  if (product === undefined || others.length > 0) return none('Choose one product to compare two of its versions.')
  if (from === undefined || to === undefined || from === to) return none('Only one version was measured here.')
  const { hardware, benchmark, workload } = facts.shared
  const pair = { product, from, to, hardware: hardware?.[0], benchmark: benchmark?.[0], workload: workload?.[0] }
  return { kind: 'pair', pair }
}

/** All versions in one environment; with a filter on tests the values that a cell would mix have tables of their own. */
function manyMode(facts: Facts): ModeTarget {
  const { shared, values, base } = facts
  if (values('version').length < 2) return none('Only one version was measured here.')
  const [product, ...others] = shared.product ?? values('product')
  const { hardware, benchmark, workload, group, test } = shared
  if (product !== undefined && others.length === 0 && group === undefined && test === undefined) {
    const environment = { hardware: hardware?.[0], benchmark: benchmark?.[0], workload: workload?.[0] }
    return { kind: 'pair', pair: { product, from: base, to: null, ...environment } }
  }
  return {
    kind: 'comparison',
    comparison: {
      ...DEFAULT_COMPARISON,
      filters: shared,
      columns: ['version', ...severalOf(facts, ['compiler', 'config'])],
      tables: severalOf(facts, ['product', 'hardware', 'benchmark', 'workload', 'clients']),
      base: base === undefined ? { kind: 'first-column' } : { kind: 'values', values: { version: base } },
    },
  }
}

function trendMode({ shared, values }: Facts): ModeTarget {
  if (values('version').length < 2) return none('Only one version was measured here.')
  return {
    kind: 'series',
    query: {
      filters: shared,
      metric: PRIMARY_METRIC,
      ...{ order: 'version', color: null, method: null, from: null, to: null, run: null },
    },
  }
}

/** Filters of a study, which is about the newest version of the selection. */
function newestOnly(facts: Facts): Comparison['filters'] {
  const { to } = versionsOf(facts)
  return to === undefined ? facts.shared : { ...facts.shared, version: [to] }
}

/** The dimensions with several values, which a cell would mix. */
const severalOf = ({ values }: Facts, names: readonly DimensionName[]): DimensionName[] =>
  names.filter((name) => values(name).length > 1)

function scaleUpMode(facts: Facts): ModeTarget {
  const clients = facts.values('clients')
  const [fewest] = clients
  if (fewest === undefined || clients.length < 2) return none('Only one number of clients was measured here.')
  return {
    kind: 'study',
    study: 'scale-up',
    comparison: {
      ...DEFAULT_COMPARISON,
      filters: newestOnly(facts),
      columns: ['clients'],
      tables: ['product', 'version', ...severalOf(facts, ['config', 'hardware', 'workload'])],
      base: { kind: 'values', values: { clients: fewest } },
    },
  }
}

function sweepMode(facts: Facts): ModeTarget {
  const { parameter, values } = facts
  if (parameter === undefined) return none('No parameter was varied here.')
  const [first = ''] = values(parameter)
  return {
    kind: 'study',
    study: 'sweep',
    comparison: {
      ...DEFAULT_COMPARISON,
      filters: newestOnly(facts),
      columns: [parameter],
      tables: severalOf(facts, ['config', 'hardware', 'workload', 'clients']),
      base: { kind: 'values', values: { [parameter]: first } },
    },
  }
}

function distributionMode({ shared, values, filters }: Facts): ModeTarget {
  const repeats = values('repeat')
  const [first] = repeats
  if (first === undefined || repeats.length < 2) return none('Nothing was repeated here.')
  const version = filters.version === undefined ? {} : { version: filters.version }
  return {
    kind: 'study',
    study: 'repeats',
    comparison: {
      ...DEFAULT_COMPARISON,
      filters: { ...shared, ...version },
      columns: ['version', 'config', 'repeat'],
      base: { kind: 'values', values: { repeat: first } },
      repeats: 'each',
    },
  }
}
