import type { ChartMark } from '@assay/domain/publish/chart/chart-model'
import { assignLabelRows, LABEL_GAP, LABEL_ROW_HEIGHT } from '@assay/domain/publish/chart/label-rows'
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'

const CHARACTER_WIDTH = 6
/** Distance of the lowest row from the plot, and of a label from its horizontal line. */
const FOOT = 5
/** A label with an edge in the colour of the surface, so that lines behind it do not cross its letters. */
const TEXT = { fill: 'var(--accent)', stroke: 'var(--surface)', strokeWidth: 3, paintOrder: 'stroke', fontSize: 11 }

type Props = { marks: readonly ChartMark[] }

/** Labels of vertical marks in rows above the plot; one without room is left to the table. */
export function MarkLabels({ marks }: Props) {
  const plot = usePlotArea()
  const scale = useXAxisScale()
  if (plot === undefined || scale === undefined) return null
  const named = marks.flatMap(({ axis, at, label }) => {
    const x = axis === 'x' && label !== '' ? scale(at, { position: 'middle' }) : undefined
    return x === undefined ? [] : [{ x, label, width: label.length * CHARACTER_WIDTH }]
  })
  const placed = assignLabelRows(named, { from: plot.x, to: plot.x + plot.width }).map((own, at) => {
    const name = named[at]
    return own === null || name === undefined
      ? null
      : { ...name, anchor: own.anchor, y: plot.y - FOOT - own.row * LABEL_ROW_HEIGHT }
  })
  const shown = placed.filter((label) => label !== null)
  return (
    <>
      <path
        d={shown.map(({ x, y }) => `M${x} ${y - 8}V${plot.y}`).join('')}
        stroke="var(--accent)"
        strokeDasharray="4 3"
      />
      {shown.map(({ x, y, label, anchor }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a chart may change alike at one x value
        <text key={index} {...TEXT} x={anchor === 'start' ? x + LABEL_GAP : x - LABEL_GAP} y={y} textAnchor={anchor}>
          {label}
        </text>
      ))}
    </>
  )
}

/** Labels of horizontal marks at the right edge; one that is wider than the plot is left to the table. */
export function LevelLabels({ marks }: Props) {
  const plot = usePlotArea()
  const scale = useYAxisScale()
  if (plot === undefined || scale === undefined) return null
  return marks.map(({ axis, at, label }) => {
    const y = axis === 'y' ? scale(at) : undefined
    if (y === undefined || label === '' || label.length * CHARACTER_WIDTH > plot.width) return null
    return (
      <text key={`${at} ${label}`} {...TEXT} x={plot.x + plot.width - LABEL_GAP} y={y - FOOT} textAnchor="end">
        {label}
      </text>
    )
  })
}
