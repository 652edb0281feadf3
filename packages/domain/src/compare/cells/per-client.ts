import { AS_PUBLISHED_PREFIX } from '../../run/metric.ts'
import type { Point } from '../point.ts'

/** Tests of sysbench whose throughput is thousands of rows per second of one client. */
const SCAN = /^scan(?:[._]|$)/

/**
 * Older tables of the archive have totals under the same name. The rate of one client does not grow with the number of
 * clients, so a value that grows by more than this factor is a total.
 */
const MAX_PER_CLIENT_GROWTH = 1.25

/** Footnote of a ratio that compares totals although the values are those of one client. */
export const PER_CLIENT_NOTE = {
  code: 'per-client',
  text: 'Reported for one client, so between different numbers of clients the ratio is that of the totals: rate times clients.',
} as const

/**
 * Factor for a ratio between results at different numbers of clients, so that it compares totals. For throughput that a
 * test reports per client it is clients / clients of the base; for a metric per operation of that throughput it is the
 * inverse. Null when the ratio needs no factor, or when no throughput metric shows the unit.
 *
 * @param owns results of a cell in any order; `bases` are those of its base.
 */
export function perClientFactor(metric: string, owns: readonly Point[], bases: readonly Point[]): number | null {
  const [own, base] = [owns[0], bases[0]]
  if (own === undefined || base === undefined) return null
  const { test = '', benchmark = 'sysbench', clients } = own.coordinates
  const baseClients = base.coordinates.clients
  if (clients === baseClients || benchmark !== 'sysbench' || !SCAN.test(test)) return null
  if (base.coordinates.test !== test) return null
  const factor = Number(clients) / Number(baseClients)
  if (!Number.isFinite(factor) || factor <= 0) return null
  const growth = throughput(owns) / throughput(bases)
  const growthWithClients = factor > 1 ? growth : 1 / growth
  if (!(growthWithClients <= MAX_PER_CLIENT_GROWTH)) return null
  if (metric === 'qps' || metric === `${AS_PUBLISHED_PREFIX}qps`) return factor
  return metric.endsWith('/o') ? 1 / factor : null
}

/** Uses the highest repeat, so that the order of repeats does not matter. */
const throughput = (points: readonly Point[]): number =>
  Math.max(...points.map(({ values }) => values.qps ?? values[`${AS_PUBLISHED_PREFIX}qps`] ?? Number.NaN))
