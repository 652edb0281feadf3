import type { ReactNode } from 'react'
import style from './facts.module.css'

export type Fact = { name: string; value: ReactNode }

const isUnknown = ({ value }: Fact) => value === null || value === undefined || value === false || value === ''

/** Names and values in two columns. Facts without a value share the last line, so that they do not hide the others. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const unknown = facts.filter(isUnknown)
  return (
    <dl className={style.facts}>
      {facts
        .filter((fact) => !isUnknown(fact))
        .map(({ name, value }) => (
          <div key={name} className={style.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {unknown.length > 0 && (
        <div className={style.fact}>
          <dt>Not recorded</dt>
          <dd className={style.unknown}>{unknown.map(({ name }) => name).join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}
