import type { FloorEntry, NeighborEstimates } from '@assay/domain/compare/noise/neighbor-estimates'
import type { NoiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { RepeatGroup } from '@assay/domain/compare/noise/noise-levels'
import type { PointSet } from '@assay/domain/compare/point'

export type NoiseQueries = {
  /**
   * Noise floors of the machines of some results, from all repeats there or, without repeats, from differences between
   * neighboring versions. They are cached with the run index, so that usually one small statement is enough; empty
   * without any repeat.
   *
   * @param metrics names of metrics, or `primary` for each test's own.
   * @param more repeats that are not stored but count in the same way.
   */
  floors(set: PointSet, metrics: readonly string[], more?: readonly RepeatGroup[]): Promise<NoiseFloors>
  /** Adds these noise floors to the results; results without a floor get the noise of their interval samples. */
  withNoise(set: PointSet, metrics: readonly string[], more?: readonly RepeatGroup[]): Promise<PointSet>
  /**
   * `withNoise` for several sets of results of a product, with the noise that is stored now. The state of the noise is
   * read once, not for each set.
   */
  currentNoise(product: string): Promise<(set: PointSet, metrics: readonly string[]) => Promise<PointSet>>
  /** Stores noise estimates from the differences between neighboring versions of a product. */
  storeNeighborFloors(product: string, estimates: NeighborEstimates): Promise<void>
  /**
   * The repeats on one machine and the estimates from neighboring versions, for each test's primary metric; null if
   * there is no such machine.
   */
  ofHardware(id: string): Promise<{ repeats: RepeatGroup[]; steps: FloorEntry[] } | null>
}
