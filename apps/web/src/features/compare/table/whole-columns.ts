/** Widths beside the columns of a table: `fixed` is the column that stays in the window, `after` follow at its right edge. */
type Window = { after: readonly number[]; fixed: number | null; room: number }

/**
 * Columns that the browser stretches or shrinks to the room differ from it by fractions of a pixel. If they were taken
 * for too wide, the narrower window would shrink them until they fit, and each drawing would have the other width.
 */
const TOLERANCE_PX = 1

/**
 * Returns the width of a window on a wide table that ends between two columns, so that the columns fixed at its right edge
 * cover none in part; null when all columns fit. A fixed column whose own place is in view stays there.
 *
 * @param widths widths of the columns from the left, with the column of names
 */
export function widthOfWholeColumns(widths: readonly number[], { after, fixed, room }: Window): number | null {
  const edge = total(after)
  if (total(widths) + edge <= room + TOLERANCE_PX) return null
  const inPlace = largestPart(widths, room - edge)
  if (fixed === null || inPlace.count > fixed) return inPlace.count === 0 ? null : inPlace.width + edge
  const own = edge + (widths[fixed] ?? 0)
  const part = largestPart(widths.slice(0, fixed), room - own)
  return part.count === 0 ? null : part.width + own
}

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/** The columns from the left that fit completely. */
function largestPart(widths: readonly number[], room: number): { count: number; width: number } {
  let width = 0
  let count = 0
  while (count < widths.length && width + (widths[count] ?? 0) <= room) width += widths[count++] ?? 0
  return { count, width }
}
