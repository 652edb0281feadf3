/** The most likely position of a change within a range of a series. */
export type Split = { at: number; energy: number }

/**
 * The split of values[start, end) that maximizes the energy distance between the values before it and a range after it
 * (Matteson and James 2014, exponent 1): 2 sum|x - y| / (n + m) minus the same within each side, over all positions of
 * the split and all ends of the range. O(n^2) with running sums.
 *
 * @param distances |a - b| of all pairs of values; row-major, `size` per row.
 * @returns null if no split leaves `shortest` points on both sides; the earliest of equal ones.
 */
export function energySplit(
  distances: { of: Float64Array; size: number },
  start: number,
  end: number,
  shortest: number,
): Split | null {
  const { of, size } = distances
  let best: Split | null = null
  let within = 0 // Sum of distances among [start, at).
  for (let at = start + 1; at <= end - shortest; at++) {
    for (let i = start; i < at - 1; i++) within += of[(at - 1) * size + i] ?? 0
    const before = at - start
    if (before < shortest) continue
    let across = 0
    let after = 0
    for (let stop = at + 1; stop <= end; stop++) {
      const row = (stop - 1) * size
      for (let i = start; i < at; i++) across += of[row + i] ?? 0
      for (let i = at; i < stop - 1; i++) after += of[row + i] ?? 0
      const length = stop - at
      if (length < shortest) continue
      const energy = energyOf({ across, within, after, before, length })
      if (best === null || energy > best.energy) best = { at, energy }
    }
  }
  return best
}

type Sums = { across: number; within: number; after: number; before: number; length: number }

function energyOf({ across, within, after, before, length }: Sums): number {
  const both = before + length
  const inFirst = before > 1 ? (2 * length * within) / both / (before - 1) : 0
  const inSecond = length > 1 ? (2 * before * after) / both / (length - 1) : 0
  return (2 * across) / both - inFirst - inSecond
}

export function pairDistances(values: readonly number[]): { of: Float64Array; size: number } {
  const size = values.length
  const of = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) of[i * size + j] = Math.abs((values[i] ?? 0) - (values[j] ?? 0))
  return { of, size }
}
