import type { PointSet } from '@assay/domain/compare/point'
import type { FloorEntry, NeighborEstimates } from '@assay/domain/compare/verdict/neighbor-floor'
import type { NoiseFloors } from '@assay/domain/compare/verdict/noise-floor'
import type { RepeatGroup } from '@assay/domain/compare/verdict/noise-levels'

export type NoiseQueries = {
  /**
   * Noise floors of the machines of some results, from all repeats there, else from the differences between neighboring
   * versions. They are cached with the run index, so that usually one small statement is needed; none without any
   * repeat.
   *
   * @param metrics names, or `primary` for each test's own.
   * @param more repeats that are not stored, which count like those that are.
   */
  floors(set: PointSet, metrics: readonly string[], more?: readonly RepeatGroup[]): Promise<NoiseFloors>
  /** The same results with those noise floors; results without a floor get the noise of their interval samples. */
  withNoise(set: PointSet, metrics: readonly string[], more?: readonly RepeatGroup[]): Promise<PointSet>
  /** Stores noise estimates from the differences between neighboring versions of a product. */
  storeNeighborFloors(product: string, estimates: NeighborEstimates): Promise<void>
  /**
   * The repeats on one machine and the estimates from neighboring versions there, for each test's primary metric; null
   * when there is no such machine.
   */
  ofHardware(id: string): Promise<{ repeats: RepeatGroup[]; steps: FloorEntry[] } | null>
}
