import type { ProjectQueries, RunDetails } from '@assay/db/types'
import type { Point } from '@assay/domain/compare/point'
import {
  type OperationCurves,
  type PercentileCurve,
  percentilePoints,
} from '@assay/domain/publish/chart/percentile-charts'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'

/** Number of other versions whose curves are drawn with those of a result. */
const MAX_VERSIONS = 5
/** Maximum operations with a chart of their own. */
const MAX_OPERATIONS = 8

type Queries = Pick<ProjectQueries, 'histograms' | 'runs' | 'cells'>

/**
 * The percentile curves of a result and of the newest results of other versions in the same place: product, machine,
 * benchmark, workload, test, clients and parameters. Empty if the result has no histogram or does not exist.
 */
export async function readResponseTimes(
  queries: Queries,
  { runId, resultId }: { runId: string; resultId: string },
): Promise<OperationCurves[]> {
  const own = await queries.histograms.forResult(resultId)
  const run = own.length === 0 ? null : await queries.runs.find(runId)
  if (run === null) return []
  const sources = [
    { name: run.version, resultId, runId, histograms: own },
    ...(await Promise.all(
      (
        await otherVersions(queries, run, resultId)
      ).map(async (point) => ({
        name: point.coordinates.version ?? '',
        resultId: point.resultId,
        runId: point.runId,
        histograms: await queries.histograms.forResult(point.resultId),
      })),
    )),
  ]
  return own.slice(0, MAX_OPERATIONS).map(({ operation }) => ({
    operation,
    curves: sources.flatMap(({ name, histograms }): PercentileCurve[] => {
      const found = histograms.find((one) => one.operation === operation)
      return found === undefined ? [] : [{ name, count: found.histogram.count, points: percentilePoints(found) }]
    }),
  }))
}

/** The newest comparable result of each other version, the versions before the own one first. */
async function otherVersions({ cells }: Queries, run: RunDetails, resultId: string): Promise<Point[]> {
  const result = run.results.find(({ id }) => id === resultId)
  if (result === undefined) return []
  const { points } = await cells.list({
    filters: {
      product: [run.product],
      hardware: [run.hardware],
      benchmark: [run.benchmark],
      workload: [run.workload],
      test: [result.test],
      clients: [String(result.clients)],
    },
    metrics: [PRIMARY_METRIC],
    newestOnly: true,
    allSteps: true,
  })
  const isSame = ({ coordinates }: Point) =>
    Object.entries(result.params).every(([name, value]) => coordinates[`param:${name}`] === String(value))
  const byVersion = new Map(points.filter(isSame).map((point) => [point.coordinates.version ?? '', point]))
  byVersion.delete(run.version)
  const distance = (version: string) => (compareVersions(version, run.version) < 0 ? 0 : 1)
  return [...byVersion]
    .sort(([a], [b]) => distance(a) - distance(b) || compareVersions(b, a))
    .slice(0, MAX_VERSIONS)
    .map(([, point]) => point)
}
