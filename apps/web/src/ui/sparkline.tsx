import style from './sparkline.module.css'

const WIDTH = 84
const HEIGHT = 30
/** Space for the dot at the ends. */
const PADDING = 3

type Props = {
  /** Positive values, oldest first. */
  values: readonly number[]
  /** The accessible name: what the line shows. */
  label: string
  /** Index of the value that is marked, with the step that leads to it. */
  marked: number | null
  tone: 'worse' | 'better'
}

/** The shape of a history, without an axis; the scale is logarithmic, so that equal ratios are equal steps. */
export function Sparkline({ values, label, marked, tone }: Props) {
  const logs = values.map(Math.log)
  const [low, high] = [Math.min(...logs), Math.max(...logs)]
  // Noise of a percent must not look like a fall, so the scale covers at least 10%.
  const span = Math.max(high - low, Math.log(1.1))
  const middle = (high + low) / 2
  const points = logs.map((value, at) => ({
    x: PADDING + (at / Math.max(1, values.length - 1)) * (WIDTH - 2 * PADDING),
    y: HEIGHT / 2 - ((value - middle) / span) * (HEIGHT - 2 * PADDING),
  }))
  const dot = marked === null ? undefined : points[marked]
  const before = marked === null ? undefined : points[marked - 1]
  return (
    <svg className={style.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img">
      <title>{label}</title>
      <polyline points={points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')} />
      {dot !== undefined && (
        <g data-tone={tone}>
          {before !== undefined && (
            <line x1={round(before.x)} y1={round(before.y)} x2={round(dot.x)} y2={round(dot.y)} />
          )}
          <circle cx={round(dot.x)} cy={round(dot.y)} r={2.5} />
        </g>
      )}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
