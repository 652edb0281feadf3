import { type DimensionName, isDimensionName } from '@assay/domain/compare/dimension'

export const AXES = ['rows', 'columns', 'tables'] as const
export type Axis = (typeof AXES)[number]
export type Placement = Record<Axis, readonly DimensionName[]>

/**
 * Assigns dimensions to axes after a field of the builder was changed. Each axis has a field for each of its dimensions
 * and one more to add another; an empty field removes its dimension. A dimension that is chosen on a second axis moves
 * there, and the dimension that it replaces takes its old position, so that no choice is ever refused.
 */
export function assignDimensions(before: Placement, fields: Record<Axis, readonly string[]>): Placement {
  const assignments = AXES.flatMap((axis) =>
    fields[axis].map((value, index) => ({
      axis,
      value,
      old: before[axis][index],
      changed: value !== (before[axis][index] ?? ''),
    })),
  )
  for (const assignment of assignments.filter(({ changed, value }) => changed && value !== '')) {
    const former = assignments.find(
      (other) => other !== assignment && other.value === assignment.value && !other.changed,
    )
    if (former !== undefined) former.value = assignment.old ?? ''
  }
  const taken = new Set<string>()
  const placed: Record<Axis, DimensionName[]> = { rows: [], columns: [], tables: [] }
  for (const { axis, value } of assignments) {
    if (!isDimensionName(value) || taken.has(value)) continue
    taken.add(value)
    placed[axis].push(value)
  }
  return placed
}
