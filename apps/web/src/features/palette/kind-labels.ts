import type { SearchKind } from '@assay/domain/search/search-entry'

/** Headings of the groups of matches. */
export const KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  product: 'Products',
  version: 'Versions',
  'saved comparison': 'Saved comparisons',
  report: 'Reports',
  spec: 'Specs',
  study: 'Studies',
  hardware: 'Hardware',
  config: 'Configs',
  benchmark: 'Benchmarks',
  workload: 'Workloads',
  test: 'Tests',
  metric: 'Metrics',
  'known bug': 'Known bugs',
  build: 'Builds',
  run: 'Runs',
}
