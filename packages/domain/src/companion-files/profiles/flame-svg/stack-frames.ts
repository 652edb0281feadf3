import type { Frame, ProfileNode } from '../../../run/cpu-profile/stack-profile.ts'
import { byName } from '../../../run/cpu-profile/stack-profile.ts'

/** A rectangle of a flame graph: its position in any one unit, and its frame. */
export type Box = Frame & { x: number; width: number; y: number; weight: number; line: number }

type Placed = { box: Box; children: Placed[] }

/**
 * Rebuilds the tree from its boxes: each box is next to the box of its caller, one level nearer to the root. Positions
 * are rounded in the drawing, so a narrow box at an edge may match two callers; it then goes to the one with weight
 * left.
 *
 * @param tolerance how far a box may extend beyond its caller, in the unit of the boxes.
 * @returns a message with the line of the first box that matches no caller or is heavier than its caller.
 */
export function stackFrames(
  boxes: readonly Box[],
  tolerance: number,
): { root: ProfileNode } | { box: Box; message: string } {
  const levels = readLevels(boxes)
  if (levels === null)
    return { box: { ...NO_BOX }, message: 'may have its root at either end; expected a frame `all` at one' }
  const [rootLevel, ...others] = levels
  const [rootBox, ...siblings] = rootLevel ?? []
  if (rootBox === undefined) return { box: { ...NO_BOX }, message: 'holds no frame' }
  const [second] = siblings
  if (second !== undefined) return { box: second, message: 'is next to the root; expected one frame at the bottom' }
  const root: Placed = { box: rootBox, children: [] }
  let callers: Placed[] = [root]
  for (const level of others) {
    const placed = level.map((box): Placed => ({ box, children: [] }))
    const failed = placeLevel(placed, callers, tolerance)
    if (failed !== null) return failed
    callers = placed
  }
  return { root: finish(root) }
}

const NO_BOX: Box = { name: '', module: null, x: 0, width: 0, y: 0, weight: 0, line: 1 }

/** Boxes by height, the level of the root first; null when it could be either end. */
function readLevels(boxes: readonly Box[]): Box[][] | null {
  const byHeight = new Map<number, Box[]>()
  for (const box of boxes) {
    const level = byHeight.get(box.y)
    if (level === undefined) byHeight.set(box.y, [box])
    else level.push(box)
  }
  const levels = [...byHeight].sort(([a], [b]) => b - a).map(([, level]) => level.sort((a, b) => a.x - b.x))
  if (levels.length < 2) return levels
  const [bottom = [], top = []] = [levels[0], levels.at(-1)]
  // Icicle graphs grow down from the top. Scripts call the root `all`; else it is the heavier end.
  if (isRoot(bottom) !== isRoot(top)) return isRoot(top) ? levels.reverse() : levels
  const difference = heaviest(top) - heaviest(bottom)
  if (difference === 0) return null
  return difference > 0 ? levels.reverse() : levels
}

const isRoot = ([box, ...others]: readonly Box[]): boolean => box?.name === 'all' && others.length === 0

const heaviest = (level: readonly Box[]): number =>
  level.reduce((heaviestWeight, { weight }) => Math.max(heaviestWeight, weight), 0)

function placeLevel(level: readonly Placed[], callers: readonly Placed[], tolerance: number) {
  const room = new Map(callers.map((caller) => [caller, caller.box.weight]))
  const candidatesOf = new Map(level.map((placed) => [placed, candidates(placed.box, callers, tolerance)]))
  // Frames with the fewest possible callers are assigned first; the remaining weight decides for the others.
  const order = level.toSorted(
    (a, b) => (candidatesOf.get(a)?.length ?? 0) - (candidatesOf.get(b)?.length ?? 0) || b.box.weight - a.box.weight,
  )
  for (const placed of order) {
    const { box } = placed
    const possible = candidatesOf.get(placed) ?? []
    const caller = possible.find((one) => (room.get(one) ?? 0) >= box.weight) ?? possible[0]
    if (caller === undefined) return { box, message: 'lies on no other frame' }
    const left = (room.get(caller) ?? 0) - box.weight
    // The weights are printed whole or rounded, each by at most a half.
    if (left < -0.0005 * caller.box.weight - caller.children.length - 1) {
      return { box, message: `is heavier than what is left of ${caller.box.name}, on which it lies` }
    }
    room.set(caller, left)
    caller.children.push(placed)
  }
  return null
}

/** The possible callers of a box, those with the largest overlap first. */
function candidates(box: Box, callers: readonly Placed[], tolerance: number): Placed[] {
  const right = box.x + box.width
  const found: { caller: Placed; overlap: number }[] = []
  for (let i = firstReaching(callers, box.x - tolerance); i < callers.length; i++) {
    const caller = callers[i]
    if (caller === undefined || caller.box.x > box.x + tolerance) break
    if (caller.box.x + caller.box.width < right - tolerance) continue
    const overlap = Math.min(right, caller.box.x + caller.box.width) - Math.max(box.x, caller.box.x)
    found.push({ caller, overlap })
  }
  return found.sort((a, b) => b.overlap - a.overlap).map(({ caller }) => caller)
}

/** The first caller, from the left, that ends behind an x value: callers do not overlap. */
function firstReaching(callers: readonly Placed[], index: number): number {
  let [low, high] = [0, callers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const box = callers[middle]?.box
    if (box !== undefined && box.x + box.width < index) low = middle + 1
    else high = middle
  }
  return low
}

function finish({ box, children }: Placed): ProfileNode {
  const finished = children.map(finish).sort(byName)
  const below = finished.reduce((sum, child) => sum + child.total, 0)
  const total = Math.max(box.weight, below)
  return { name: box.name, module: box.module, total, self: total - below, children: finished }
}
