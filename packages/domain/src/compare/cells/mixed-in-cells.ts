import type { Context } from '../context.ts'
import { idOn } from '../pivot.ts'
import { namedDifferences, type RepeatProperty } from '../verdict/repeat-differences.ts'
import type { Selection } from './select-points.ts'

/**
 * Values that differ between results of one cell, by property, over all cells of the listed results and of a named
 * base. Empty when all cells contain repeats only.
 */
export function mixedInCells(
  { listed, base }: Selection,
  { axes, read }: Context,
): ReadonlyMap<RepeatProperty, ReadonlySet<string>> {
  const shown = [...axes.tables, ...axes.rows, ...axes.columns]
  const mixed = new Map<RepeatProperty, Set<string>>()
  for (const points of [listed, base]) {
    for (const cell of Map.groupBy(points, (point) => idOn(shown, point, read)).values()) {
      for (const { property, values } of namedDifferences(cell)) {
        mixed.set(property, new Set([...(mixed.get(property) ?? []), ...values]))
      }
    }
  }
  return mixed
}
