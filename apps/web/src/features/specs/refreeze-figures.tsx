import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { Checkbox } from '../../ui/input.tsx'
import { reproductionWords } from '../reports/reproduction-words.ts'
import style from './spec-editor.module.css'

type Props = { evidence: Evidence; anew: readonly number[]; onChange: (anew: readonly number[]) => void }

/** Figures of earlier revisions stay frozen, unless their author chooses otherwise here. */
export function RefreezeFigures({ evidence, anew, onChange }: Props) {
  const remaining = evidence.figures.filter(
    ({ number, reproduction }) => reproduction !== null || anew.includes(number),
  )
  if (remaining.length === 0) return null
  return (
    <fieldset className={style.anew}>
      <legend>Freeze again with current results</legend>
      {remaining.map(({ number, figure, frozen, reproduction }) => (
        <label key={number}>
          <Checkbox
            checked={anew.includes(number)}
            onChange={(event) =>
              onChange(event.target.checked ? [...anew, number] : anew.filter((one) => one !== number))
            }
          />{' '}
          Figure {number}. {figure?.caption ?? frozen?.figure.title}{' '}
          {reproduction !== null && <small>{reproductionWords(reproduction)}</small>}
        </label>
      ))}
    </fieldset>
  )
}
