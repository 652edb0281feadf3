import { frameText } from '@assay/domain/run/cpu-profile/frame-text'
import flamegraph, { type FlameHierarchyNode } from 'd3-flame-graph'
import { select } from 'd3-selection'
import { flameColor } from './flame-color.ts'
import { type FlameDatum, matches } from './flame-data.ts'
import { frameAfterKey } from './flame-keys.ts'

type Frame = FlameHierarchyNode<FlameDatum>

/** A drawn flame graph and its operations. */
export type DrawnFlameGraph = {
  find(text: string): void
  resetZoom(): void
  /** Moves or zooms; returns false for a key without a function. */
  key(key: string): boolean
  remove(): void
}

const ROW_PIXELS = 18
/** Minimum width of a frame. Narrower ones could not be clicked; their weight counts for their caller. */
const MIN_FRAME_WIDTH = 2

/** Draws a tree into an element at its full width, and again when the width changes. */
export function drawFlameGraph(
  element: HTMLDivElement,
  data: FlameDatum,
  { currentClass, announce }: { currentClass: string; announce: (text: string) => void },
): DrawnFlameGraph {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const chart = flamegraph<FlameDatum>()
    .width(element.clientWidth)
    .cellHeight(ROW_PIXELS)
    .minFrameSize(MIN_FRAME_WIDTH)
    .transitionDuration(still ? 0 : 150)
    // The first row is the outermost function, as in files, so that the graph begins on the first screen.
    .inverted(true)
    .sort(false)
    .setColorMapper((frame) => (frame.highlight ? 'var(--flame-found)' : flameColor(frame.data)))
    .setLabelHandler(({ data: datum }) => frameText(datum))
    .setSearchMatch((frame, text) => matches(frame.data, text))
    .setSearchHandler(() => {})
    .onHover((frame) => announce(frameText(frame.data)))
    .onClick((frame) => moveTo(frame))
  const container = select(element).datum(data)
  // The library types the datum as its input, but replaces it by its hierarchy when it draws.
  chart(container)
  // Screen readers get the table with the same numbers instead of a thousand frames; a line below the graph describes
  // the frame under the pointer.
  element.querySelector('svg')?.setAttribute('aria-hidden', 'true')
  const root = select<HTMLDivElement, Frame>(element).datum()
  let current = root

  const mark = () => {
    select(element)
      .selectAll<SVGGElement, Frame>('g.frame')
      .classed(currentClass, (frame) => frame === current)
  }
  function moveTo(frame: Frame): void {
    current = frame
    announce(frameText(frame.data))
    mark()
  }

  let width = element.clientWidth
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width || element.clientWidth === 0) return
    width = element.clientWidth
    chart.width(width).update()
    mark()
  })
  observer.observe(element)

  return {
    find(text) {
      if (text.trim() === '') chart.clear()
      else chart.search(text)
      mark()
    },
    resetZoom() {
      chart.resetZoom()
    },
    key(key) {
      if (key === 'Enter') chart.zoomTo(current)
      else if (key === 'Escape') chart.resetZoom()
      else {
        const next = frameAfterKey(current, key)
        if (next === null) return false
        moveTo(next)
      }
      return true
    },
    remove() {
      observer.disconnect()
      chart.destroy()
    },
  }
}
