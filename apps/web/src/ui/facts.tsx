import type { ReactNode } from 'react'
import style from './facts.module.css'

export type Fact = { name: string; value: ReactNode }

/** Names and values in two columns; the caller leaves out unknown values or marks them as unknown. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={style.fact}>
          <dt>{name}</dt>
          <dd>
            {value === null || value === false || value === '' ? (
              <span className={style.unknown}>not recorded</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
