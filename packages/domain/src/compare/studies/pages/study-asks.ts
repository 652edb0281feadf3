import type { Metric } from '../../../run/metric.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid } from '../../grid.ts'
import type { Tldr } from '../../tldr/tldr.ts'
import type { KnownConfig } from '../config-settings.ts'

/** What a study asks of a project; the page and the share answer it alike. */
export type StudyAsks = {
  comparison(comparison: Comparison): Promise<{ grid: Grid; tldr: Tldr }>
  /** Names of all metrics of the project. */
  metrics(): Promise<readonly string[]>
  configs(): Promise<readonly (KnownConfig & { id: string })[]>
  /** Interval samples of a test of a run; none where nobody uploaded any. */
  samples(runId: string, test: string): Promise<readonly TestSamples[]>
}

export type TestSamples = {
  /** Where the result is read; empty where nobody can follow it. */
  href: string
  metric: Metric
  startSeconds: number
  intervalSeconds: number
  values: readonly (number | null)[]
}

/** What the address of a study page asks for: the comparison, and the page's own parameters. */
export type AskedStudy = { comparison: Comparison; own: Readonly<Record<string, string | undefined>> }

export const gridOf = async (asks: StudyAsks, comparison: Comparison): Promise<Grid> =>
  (await asks.comparison(comparison)).grid
