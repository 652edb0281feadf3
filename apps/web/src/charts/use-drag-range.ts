import type { XRange } from '@assay/charts/view/select-range'
import { useState } from 'react'
import type { MouseHandlerDataParam } from 'recharts'

/** The x values between which a person drags over a chart, and what the chart needs to follow the pointer. */
export function useDragRange(select: ((range: XRange) => void) | undefined) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null)
  if (select === undefined) return { dragged: null, handlers: {} }
  const xOf = ({ activeLabel }: MouseHandlerDataParam) => (activeLabel === undefined ? null : Number(activeLabel))
  const dragged: XRange | null =
    drag === null || drag.start === drag.end
      ? null
      : { from: Math.min(drag.start, drag.end), to: Math.max(drag.start, drag.end) }
  return {
    dragged,
    handlers: {
      onMouseDown: (at: MouseHandlerDataParam) => {
        const x = xOf(at)
        if (x !== null) setDrag({ start: x, end: x })
      },
      onMouseMove: (at: MouseHandlerDataParam) => {
        const x = xOf(at)
        if (drag !== null && x !== null && x !== drag.end) setDrag({ ...drag, end: x })
      },
      onMouseUp: () => {
        if (dragged !== null) select(dragged)
        setDrag(null)
      },
      onMouseLeave: () => setDrag(null),
    },
  }
}
