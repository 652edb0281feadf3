import { readSeriesQuery, writeSeriesQuery } from '@assay/domain/findings/series/series-query'
import { seriesPath } from '../../paths.ts'
import type { ResultDetails, RunDetails } from '../../trpc/api-types.ts'

/**
 * Returns the address of the series that contains a result: the same test on the same machine with the same config,
 * over versions.
 */
export function seriesOfResult(project: string, run: RunDetails, { test, clients }: ResultDetails): string {
  const filters = {
    product: [run.product],
    config: [run.config],
    hardware: [run.hardware],
    benchmark: [run.benchmark],
    workload: [run.workload],
    test: [test],
    clients: [String(clients)],
  }
  return seriesPath(project, writeSeriesQuery({ ...readSeriesQuery('').query, filters }))
}
