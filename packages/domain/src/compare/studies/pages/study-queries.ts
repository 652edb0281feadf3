import type { Metric } from '../../../run/metric.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid } from '../../grid.ts'
import type { Tldr } from '../../tldr/tldr.ts'
import type { KnownConfig } from '../configs/config-settings.ts'

/** Data sources of a study, which pages and shares implement. */
export type StudyQueries = {
  comparison(comparison: Comparison): Promise<{ grid: Grid; tldr: Tldr }>
  /** Names of all metrics of the project. */
  metrics(): Promise<readonly string[]>
  configs(): Promise<readonly (KnownConfig & { id: string })[]>
  /** Interval samples of a test of a run; empty without uploaded samples. */
  samples(runId: string, test: string): Promise<readonly TestSamples[]>
}

type TestSamples = {
  /** URL of the result; empty when readers have no access to it. */
  href: string
  metric: Metric
  startSeconds: number
  intervalSeconds: number
  values: readonly (number | null)[]
}

/** The parsed URL of a study page: the comparison, and the page's own parameters. */
export type StudyRequest = { comparison: Comparison; own: Readonly<Record<string, string | undefined>> }

export const gridOf = async (queries: StudyQueries, comparison: Comparison): Promise<Grid> =>
  (await queries.comparison(comparison)).grid
