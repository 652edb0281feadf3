import type { PointSet } from '@assay/domain/compare/point'
import type { NoiseFloors, RepeatGroup } from '@assay/domain/verdict/noise-floor'

export type NoiseQueries = {
  /**
   * How noisy the machines of some results are, from the repeats of everything that ran there. Kept in memory beside
   * the catalogue, so that usually one small statement is all it costs; none where nothing was ever repeated.
   *
   * @param metrics names, or `primary` for each test's own.
   */
  floors(set: PointSet, metrics: readonly string[]): Promise<NoiseFloors>
  /** The repeats on one machine, of each test's primary metric; null when there is no such machine. */
  ofHardware(id: string): Promise<RepeatGroup[] | null>
}
