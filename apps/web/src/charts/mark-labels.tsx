import { assignLabelRows, LABEL_GAP, LABEL_ROW_HEIGHT } from '@assay/charts/scales/label-rows'
import type { ChartMark } from '@assay/domain/publish/chart/chart-model'
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'
import { levelLabelPosition } from './level-label-position.ts'

const CHARACTER_WIDTH = 6
/** Distance of the lowest row from the plot. */
const FOOT = 5
/** A label with an edge in the color of the surface, so that lines behind it do not cross its letters. */
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

type LevelProps = Props & { points: readonly { x: number; y: number }[] }

/** Labels of horizontal marks where the fewest points are; one that is wider than the plot is left to the table. */
export function LevelLabels({ marks, points }: LevelProps) {
  const plot = usePlotArea()
  const [across, up] = [useXAxisScale(), useYAxisScale()]
  if (plot === undefined || across === undefined || up === undefined) return null
  const spots = points.flatMap(({ x, y }) => {
    const spot = { x: across(x, { position: 'middle' }), y: up(y) }
    return spot.x === undefined || spot.y === undefined ? [] : [{ x: spot.x, y: spot.y }]
  })
  return marks.map(({ axis, at, label }) => {
    const level = axis === 'y' ? up(at) : undefined
    const width = label.length * CHARACTER_WIDTH
    if (level === undefined || label === '' || width > plot.width) return null
    const { x, y } = levelLabelPosition({ level, width, plot, spots })
    return (
      <text key={`${at} ${label}`} {...TEXT} x={x} y={y}>
        {label}
      </text>
    )
  })
}
