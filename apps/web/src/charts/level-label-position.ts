import { LABEL_GAP } from '@assay/charts/scales/label-rows'

/** Height of a line of text, and the distance between its foot and the horizontal line, in pixels. */
const HEIGHT = 13
const FOOT = 5

type Spot = { x: number; y: number }
type Room = {
  /** Vertical position of the horizontal line, and width of its label. */
  level: number
  width: number
  plot: { x: number; y: number; width: number; height: number }
  /** Positions of the points. */
  spots: readonly Spot[]
}

/**
 * Returns where the baseline of a label starts. Tries above and below the line, at the right, left and middle, and takes
 * the position that covers the fewest points.
 */
export function levelLabelPosition({ level, width, plot, spots }: Room): Spot {
  const right = plot.x + plot.width - LABEL_GAP - width
  const left = plot.x + LABEL_GAP
  const feet = [level - FOOT, level + FOOT + HEIGHT].filter((y) => y - HEIGHT >= plot.y && y <= plot.y + plot.height)
  const candidates = [right, left, (left + right) / 2].flatMap((x) => feet.map((y) => ({ x, y })))
  const covered = ({ x, y }: Spot) =>
    spots.filter((spot) => spot.x > x - 4 && spot.x < x + width + 4 && spot.y > y - HEIGHT - 4 && spot.y < y + 4).length
  const fallback = { x: right, y: level - FOOT }
  return candidates.reduce((best, one) => (covered(one) < covered(best) ? one : best), candidates[0] ?? fallback)
}
