/** A label of a vertical mark: where its mark is, and the approximate width of its text. */
export type LabelRoom = { x: number; width: number }

/** The row of a label, counted from the plot upwards, and the side of its mark on which it stands. */
export type PlacedLabel = { row: number; anchor: 'start' | 'end' }

/** Distance between a label and its mark, and minimum distance of two labels in a row, in pixels. */
export const LABEL_GAP = 4
/** Maximum rows of labels; the table below a chart has the changes that the figure has no room to name. */
export const MAX_LABEL_ROWS = 3
export const LABEL_ROW_HEIGHT = 14

/**
 * Chooses a row for each label, so that no two labels overlap and none leaves the plot.
 *
 * @returns in the order of the labels; null for a label that has no room in any row.
 */
export function assignLabelRows(
  labels: readonly LabelRoom[],
  plot: { from: number; to: number },
): readonly (PlacedLabel | null)[] {
  const rows: { from: number; to: number }[][] = Array.from({ length: MAX_LABEL_ROWS }, () => [])
  const placed = new Map<number, PlacedLabel>()
  const fromLeft = [...labels.keys()].sort((a, b) => (labels[a]?.x ?? 0) - (labels[b]?.x ?? 0))
  for (const index of fromLeft) {
    const label = labels[index]
    if (label === undefined) continue
    const anchor = label.x + LABEL_GAP + label.width > plot.to ? 'end' : 'start'
    const box = boxOf(label, anchor)
    const row = rows.findIndex((others) => others.every(({ from, to }) => box.from >= to || box.to <= from))
    if (row === -1 || box.from < plot.from) continue
    rows[row]?.push(box)
    placed.set(index, { row, anchor })
  }
  return labels.map((_, index) => placed.get(index) ?? null)
}

/** The horizontal extent of a label with its gaps. */
export const boxOf = ({ x, width }: LabelRoom, anchor: PlacedLabel['anchor']): { from: number; to: number } =>
  anchor === 'start' ? { from: x, to: x + width + 2 * LABEL_GAP } : { from: x - width - 2 * LABEL_GAP, to: x }
