import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import { type ExplainedCell, explainCells } from '@assay/domain/compare/explain/explain-cells'
import type { Grid } from '@assay/domain/compare/grid'
import { type FloorTable, floorsOfTable } from '@assay/domain/compare/noise/floor-table'
import type { PointSet } from '@assay/domain/compare/point'
import { deriveTldr } from '@assay/domain/compare/tldr/derive-tldr'
import type { Tldr } from '@assay/domain/compare/tldr/tldr'
import { judgePair } from '@assay/domain/findings/judge-versions'
import type { JudgedChange } from '@assay/domain/findings/pair-verdicts'
import type { VersionPair } from '@assay/domain/findings/version-pairs'
import { type ExportFormat, exportComparison } from './export-grid.ts'

/** Results with their noise floors as data, which another thread can receive. */
export type PortablePoints = { portable: Omit<PointSet, 'floors'>; floors: FloorTable | null }

export const pointSetOf = ({ portable, floors }: PortablePoints): PointSet =>
  floors === null ? portable : { ...portable, floors: floorsOfTable(floors) }

export type ComparedGrid = { grid: Grid; tldr: Tldr }

/** A file of a comparison: its format, the tl;dr as a person edited it, and the address before links to own pages. */
export type ExportRequest = { format: ExportFormat; edited: string | null; origin: string }

/** The table of a comparison and its tl;dr, which is that of the whole table whatever rows are hidden. */
export function compareSet(set: PointSet, comparison: Comparison): ComparedGrid {
  const grid = compare(set, comparison)
  const isWhole = !comparison.onlyChanged && comparison.sort.kind === 'order'
  const whole = { ...comparison, onlyChanged: false, sort: { kind: 'order' } } satisfies Comparison
  return { grid, tldr: deriveTldr(isWhole ? grid : compare(set, whole), comparison, grid) }
}

/** A comparison as the text of a file; null for one without values, whose reason only the database knows. */
export function exportSet(set: PointSet, comparison: Comparison, { format, ...request }: ExportRequest): string | null {
  const compared = compareSet(set, comparison)
  return isEmptyGrid(compared.grid) ? null : exportComparison({ ...compared, ...request }, format)
}

/** The changed cells of a comparison, explained. */
export const explainSet = (set: PointSet, comparison: Comparison): ExplainedCell[] =>
  explainCells(set, comparison, compare(set, comparison))

export type PairsInput = { product: string; pairs: readonly VersionPair[] }

/** Judges each pair of versions; results of other versions are ignored. */
export const judgePairsOf = (set: PointSet, { product, pairs }: PairsInput): JudgedChange[] =>
  pairs.flatMap((pair) => judgePair(set, product, pair))

/** True for a grid without any value, of which no row is hidden. */
export const isEmptyGrid = ({ tables, counts }: Grid): boolean =>
  counts.hiddenRows === 0 &&
  !tables.some(({ groups }) =>
    groups.some(({ rows }) => rows.some(({ cells }) => cells.some(({ value }) => value !== null))),
  )
