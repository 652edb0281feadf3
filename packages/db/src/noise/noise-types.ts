import type { PointSet } from '@assay/domain/compare/point'
import type { FloorEntry } from '@assay/domain/compare/verdict/neighbour-floor'
import type { NoiseFloors } from '@assay/domain/compare/verdict/noise-floor'
import type { RepeatGroup } from '@assay/domain/compare/verdict/noise-levels'

export type NoiseQueries = {
  /**
   * How noisy the machines of some results are, from the repeats of everything that ran there, else from how much
   * neighbouring versions differ. Kept in memory beside
   * the run index, so that usually one small statement is all it costs; none where nothing was ever repeated.
   *
   * @param metrics names, or `primary` for each test's own.
   * @param more repeats that are not stored, which count like those that are.
   */
  floors(set: PointSet, metrics: readonly string[], more?: readonly RepeatGroup[]): Promise<NoiseFloors>
  /** The same results with those floors, and where there is none with the noise that their interval samples show. */
  around(set: PointSet, metrics: readonly string[], more?: readonly RepeatGroup[]): Promise<PointSet>
  /** Stores how much neighbouring versions of a product differ. */
  learn(product: string, entries: readonly FloorEntry[]): Promise<void>
  /**
   * The repeats on one machine and what neighbouring versions say there, of each test's primary metric; null when there
   * is no such machine.
   */
  ofHardware(id: string): Promise<{ repeats: RepeatGroup[]; steps: FloorEntry[] } | null>
}
