const PREFERRED = ['qps', 'ops/s', 'tps', 'rows/s']

/** What a test is judged by when no upload said: throughput where there is one, else the first by name. */
export const fallbackMetricOf = (names: ReadonlySet<string>): string =>
  PREFERRED.find((name) => names.has(name)) ?? [...names].sort()[0] ?? 'qps'
