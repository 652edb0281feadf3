const PREFERRED = ['qps', 'ops/s', 'tps', 'rows/s']

/** Primary metric of a test when no upload states one: throughput if there is any, else the first by name. */
export const fallbackMetricOf = (names: ReadonlySet<string>): string =>
  PREFERRED.find((name) => names.has(name)) ?? [...names].sort()[0] ?? 'qps'
