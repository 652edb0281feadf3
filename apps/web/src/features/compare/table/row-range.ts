/** Rows from `from` up to `to`, which is not included. */
export type RowRange = { from: number; to: number }

/** Adds the rows in the window to the drawn ones; drawn rows elsewhere are dropped. */
export function withVisible(drawn: RowRange, visible: RowRange): RowRange {
  const isNextTo = visible.from <= drawn.to && visible.to >= drawn.from
  return isNextTo ? { from: Math.min(drawn.from, visible.from), to: Math.max(drawn.to, visible.to) } : visible
}

/**
 * One step from the drawn rows to those near the window: at most `step` more rows at each end, and none that are not
 * near.
 */
export function stepTowards(drawn: RowRange, near: RowRange, step: number): RowRange {
  const from = Math.max(near.from, drawn.from - step)
  const to = Math.min(near.to, drawn.to + step)
  return { from: Math.min(from, near.to), to: Math.max(to, Math.min(from, near.to)) }
}

export const isSameRange = (a: RowRange, b: RowRange): boolean => a.from === b.from && a.to === b.to
