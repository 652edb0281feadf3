import { showBidiControls } from '@assay/domain/json/readable-text'
import type { ChartShapes } from '@assay/domain/publish/chart/chart-shapes'
import { PAPER } from '@assay/domain/publish/chart/shape-words'

type Props = {
  shapes: ChartShapes
  /** Maps a color of the print theme to that of the page. */
  paint: (color: string) => string
}

/** The shapes of a chart as SVG, for pages that must be readable without a script. */
export function ChartSvg({ shapes: { width, height, label, boxes, rules, lines, dots, labels }, paint }: Props) {
  // Shapes have no identity besides their position, and no shape keeps a state.
  let next = 0
  const key = () => next++
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={showBidiControls(label)}
      fontFamily="Inter, system-ui, sans-serif"
    >
      <rect width={width} height={height} fill={paint(PAPER)} />
      {rules.map(({ x, top, bottom, color, isDashed }) => (
        <line
          key={key()}
          {...{ x1: round(x), x2: round(x), y1: round(top), y2: round(bottom) }}
          stroke={paint(color)}
          strokeDasharray={dash(isDashed)}
        />
      ))}
      {boxes.map(({ x, y, width: wide, height: high, fill }) => (
        <rect key={key()} x={round(x)} y={round(y)} width={round(wide)} height={round(high)} fill={paint(fill)} />
      ))}
      {lines.map(({ points, color, width: wide, isDashed }) => (
        <polyline
          key={key()}
          points={points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}
          fill="none"
          stroke={paint(color)}
          strokeWidth={wide}
          strokeDasharray={dash(isDashed)}
        />
      ))}
      {dots.map(({ x, y, color }) => (
        <circle key={key()} cx={round(x)} cy={round(y)} r={3} fill={paint(color)} />
      ))}
      {labels.map(({ x, y, text, size, color, anchor }) => (
        <text key={key()} x={round(x)} y={round(y)} fontSize={size} fill={paint(color)} textAnchor={anchor}>
          {showBidiControls(text)}
        </text>
      ))}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
const dash = (isDashed: boolean) => (isDashed ? '4 3' : undefined)
