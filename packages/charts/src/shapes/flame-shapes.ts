import type { Flame } from '@assay/domain/publish/chart/flame'
import { FIGURE_THEMES } from '../scales/figure-theme.ts'
import type { Box, ChartShapes, DrawnSize, Label } from './chart-shapes.ts'
import { CHARACTER, cut, headWords, INK, WIDTH, word } from './shape-words.ts'

const ROW = 18
const SIDE = 12
/** Minimum width of a box with a label. */
const MIN_LABEL_WIDTH = 30
/** Alternating colors by position, without meaning. */
const { light } = FIGURE_THEMES
const FLAME_FILLS = [light['worse-3'], light['worse-2'], light['worse-1']] as const

/** Shapes of a flame graph from the outermost function down; widths are shares. */
export function flameShapes(
  { title, summary, root }: { title: string; summary: string; root: Flame },
  { width: whole = WIDTH }: DrawnSize = {},
): ChartShapes {
  const head = headWords({ title, summary }, whole)
  const across = (percent: number) => (percent / 100) * (whole - 2 * SIDE)
  const boxes: Box[] = []
  const labels: Label[] = []
  let depth = 0
  const draw = ({ name, percent, children }: Flame, level: number, from: number) => {
    depth = Math.max(depth, level)
    const x = SIDE + across(from)
    const y = head.bottom + level * ROW
    const width = Math.max(0.5, across(percent) - 0.5)
    boxes.push({
      x,
      y,
      width,
      height: ROW - 1,
      fill: FLAME_FILLS[(level + boxes.length) % FLAME_FILLS.length] ?? FLAME_FILLS[0],
    })
    if (width >= MIN_LABEL_WIDTH)
      labels.push(word({ x: x + 4, y: y + 13, text: cut(name, Math.floor((width - 6) / CHARACTER)), color: INK }))
    let at = from
    for (const child of children) {
      draw(child, level + 1, at)
      at += child.percent
    }
  }
  draw(root, 0, 0)
  return {
    width: whole,
    height: head.bottom + (depth + 1) * ROW + SIDE,
    label: `${title}. ${summary}`,
    boxes,
    rules: [],
    lines: [],
    dots: [],
    labels: [...head.labels, ...labels],
  }
}
