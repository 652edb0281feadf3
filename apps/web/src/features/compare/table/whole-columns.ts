/**
 * Returns the width of a window on a wide table that ends between two columns, so that the columns fixed at its right edge
 * cover none in part; null when all columns fit.
 *
 * @param widths widths of the columns that scroll, from the left, with the column of names
 * @param fixed width of the columns at the right edge
 */
export function widthOfWholeColumns(widths: readonly number[], fixed: number, room: number): number | null {
  let whole = 0
  let sum = 0
  for (const width of widths) {
    sum += width
    if (sum + fixed <= room) whole = sum
  }
  return sum + fixed <= room || whole === 0 ? null : whole + fixed
}
