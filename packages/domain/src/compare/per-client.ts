import type { Point } from './point.ts'

/** The scan of sysbench reports thousands of rows per second of one client, whatever the table or the step around it is called. */
const SCAN = /^scan(?:[._]|$)/

/** What is said of a ratio that compares totals although the values are of one client. */
export const PER_CLIENT_NOTE = {
  code: 'per-client',
  text: 'Reported for one client, so between different numbers of clients the ratio is that of the totals: rate times clients.',
} as const

/**
 * What a ratio between results at different numbers of clients must be multiplied by so that it compares totals: for
 * throughput that a test reports per client, clients / clients of the base; for what is counted per operation of that
 * throughput, the inverse. null where the ratio stands as it is.
 *
 * @param own one of the results of a cell, and `base` one of its base.
 */
export function perClientFactor(metric: string, own: Point, base: Point): number | null {
  const { test = '', benchmark = 'sysbench', clients } = own.coordinates
  const baseClients = base.coordinates.clients
  if (clients === baseClients || benchmark !== 'sysbench' || !SCAN.test(test)) return null
  const factor = Number(clients) / Number(baseClients)
  if (!Number.isFinite(factor) || factor <= 0) return null
  if (metric === 'qps' || metric === 'as-published:qps') return factor
  return metric.endsWith('/o') ? 1 / factor : null
}
