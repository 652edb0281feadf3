'use client'

import type { MarkState } from '@assay/domain/compare/pairs/pair-table'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import style from './verdict-filters.module.css'
import { verdictWord } from './verdict-word.ts'

const FILTERS = [
  { state: 'regression', label: 'Regressions', sign: '▼' },
  { state: 'improvement', label: 'Improvements', sign: '▲' },
  { state: 'no change', label: 'No change', sign: '●' },
  { state: 'inconclusive', label: 'Inconclusive', sign: '○' },
] as const

type Props = {
  /** Rows by the verdict of their newest candidate. */
  counts: Readonly<Partial<Record<MarkState, number>>>
  /** Controls at the end of the line. */
  end: ReactNode
  /** The tables, whose rows name their verdict. */
  children: ReactNode
}

/** Shows the rows of the chosen verdicts; those of all when none is chosen. The style sheet hides the others. */
export function VerdictFilters({ counts, end, children }: Props) {
  const [chosen, setChosen] = useState<readonly MarkState[]>([])
  const toggle = (state: MarkState) =>
    setChosen((known) => (known.includes(state) ? known.filter((one) => one !== state) : [...known, state]))
  return (
    <div className={style.rows} data-only={chosen.length === 0 ? undefined : chosen.map(verdictWord).join(' ')}>
      <div className={style.line}>
        <fieldset className={`${style.filters} no-print`}>
          <legend className="visually-hidden">Show verdicts</legend>
          {FILTERS.map(({ state, label, sign }) => (
            <Button
              variant="plain"
              key={state}
              data-state={state}
              aria-pressed={chosen.includes(state)}
              disabled={(counts[state] ?? 0) === 0}
              onClick={() => toggle(state)}
            >
              <span aria-hidden="true">{sign}</span> {label} <strong>{counts[state] ?? 0}</strong>
            </Button>
          ))}
        </fieldset>
        {end}
      </div>
      {children}
    </div>
  )
}
