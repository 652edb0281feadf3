'use client'

import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import style from './repeat-strip.module.css'

/** More dots than this cover each other. */
const MAX_DOTS = 30

type Side = { name: string; values: readonly number[] }
type Props = { metric: string; unit: string; sides: readonly Side[] }

/** Every repeat of a result and of its base as a dot on one scale, so that their spread can be compared. */
export function RepeatStrip({ metric, unit, sides }: Props) {
  const all = sides.flatMap(({ values }) => values)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  if (sides.every(({ values }) => values.length < 2)) return null
  const at = (value: number) => `${high === low ? 50 : 4 + (92 * (value - low)) / (high - low)}%`
  return (
    <section className={style.strip} aria-label="Repeats">
      <h3>
        Repeats <span>{[metric, unit].filter(Boolean).join(', ')}</span>
      </h3>
      <dl>
        {sides.map(({ name, values }) => (
          <div key={name}>
            <dt title={name}>{name}</dt>
            <dd>
              <svg aria-hidden="true">
                <line x1="0" x2="100%" y1="50%" y2="50%" />
                {values.slice(0, MAX_DOTS).map((value, index) => (
                  // Repeats may have equal values, so the position is part of the key.
                  // biome-ignore lint/suspicious/noArrayIndexKey: repeats have no identity besides their position
                  <circle key={`${index} ${value}`} cx={at(value)} cy="50%" r="3.5" />
                ))}
              </svg>
              <span className="visually-hidden">{values.map(formatMetricValue).join(', ')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
