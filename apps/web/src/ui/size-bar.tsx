import style from './size-bar.module.css'

const WIDTH = 96
const HEIGHT = 14
/** A ratio at or beyond this factor fills its side of the bar. */
const REACH = 2

type Props = {
  ratio: number
  /** Ends of the 95% interval; null where the noise is not known. */
  low: number | null
  high: number | null
  tone: 'worse' | 'better'
}

/** The size of a change: a bar from 1.0 to the ratio on a logarithmic axis, with its interval. */
export function SizeBar({ ratio, low, high, tone }: Props) {
  const at = position(ratio)
  const middle = WIDTH / 2
  return (
    <svg className={style.bar} data-tone={tone} width={WIDTH} height={HEIGHT} aria-hidden="true">
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

function position(ratio: number): number {
  const share = Math.log(Math.max(ratio, Number.MIN_VALUE)) / Math.log(REACH)
  return Math.round((WIDTH / 2) * (1 + Math.min(1, Math.max(-1, share))) * 10) / 10
}
