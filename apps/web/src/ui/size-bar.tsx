import style from './size-bar.module.css'

const USUAL_WIDTH = 96
const HEIGHT = 14
/** A ratio at or beyond this factor fills its side of the bar. */
const REACH = 2

type Props = {
  ratio: number
  /** Ends of the 95% interval; null where the noise is not known. */
  low: number | null
  high: number | null
  /** `plain` is a difference that judges nothing. */
  tone: 'worse' | 'better' | 'plain'
  width?: number
}

/** The size of a change: a bar from 1.0 to the ratio on a logarithmic axis, with its interval. */
export function SizeBar({ ratio, low, high, tone, width = USUAL_WIDTH }: Props) {
  const middle = width / 2
  const position = (value: number) => positionIn(value, middle)
  const at = position(ratio)
  return (
    <svg className={style.bar} data-tone={tone} width={width} height={HEIGHT} aria-hidden="true">
      <line className={style.one} x1={middle} x2={middle} y1={0} y2={HEIGHT} />
      <rect x={Math.min(at, middle)} y={4} width={Math.max(1, Math.abs(at - middle))} height={6} />
      {low !== null && high !== null && low > 0 && (
        <path
          className={style.interval}
          d={`M${position(low)} 2v10M${position(high)} 2v10M${position(low)} 7H${position(high)}`}
        />
      )}
    </svg>
  )
}

function positionIn(ratio: number, middle: number): number {
  const share = Math.log(Math.max(ratio, Number.MIN_VALUE)) / Math.log(REACH)
  return Math.round(middle * (1 + Math.min(1, Math.max(-1, share))) * 10) / 10
}
