import type { DimensionName, FixedDimension } from '@assay/domain/compare/dimension'

const LABELS: Record<FixedDimension, string> = {
  product: 'Product',
  version: 'Version',
  build: 'Build',
  compiler: 'Compiler',
  flags: 'Flags',
  config: 'Config',
  hardware: 'Hardware',
  benchmark: 'Benchmark',
  benchmarkVersion: 'Benchmark version',
  workload: 'Workload',
  group: 'Test group',
  test: 'Test',
  clients: 'Clients',
  repeat: 'Repeat',
}

/** The label of a dimension; a parameter is labeled with its own name. */
export function dimensionLabel(name: DimensionName): string {
  // A name that is not fixed begins with `param:`; the type guard of the domain package guarantees it.
  return name in LABELS ? LABELS[name as FixedDimension] : name.slice('param:'.length)
}
