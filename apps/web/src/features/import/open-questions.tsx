import type { Correction } from '@assay/domain/import/corrections'
import { correctionsFor } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import button from '../../ui/button.module.css'
import { countOf } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { DIMENSIONS, type Dimension, LABELS } from './dimensions.ts'
import style from './import.module.css'

const MAX_CANDIDATES = 6

type Props = {
  preview: PreviewDocument
  onAnswer: (corrections: readonly Correction[]) => void
  /** Opens the correction of the dimension, for an answer that is no candidate. */
  onOther: (dimension: Dimension, runs: readonly number[]) => void
}

/** The facts that nothing states, with the names that may be them. Nothing is stored while a question is open. */
export function OpenQuestions({ preview, onAnswer, onOther }: Props) {
  const { questions } = preview
  if (questions.length === 0) return null
  return (
    <Notice title={questions.length === 1 ? '1 question is open' : `${questions.length} questions are open`}>
      <ul className={style.questions}>
        {questions.map(({ dimension, candidates, affects }) => {
          const known = DIMENSIONS.find((one) => one === dimension)
          if (known === undefined) return null
          const label = LABELS[known].toLowerCase()
          return (
            <li key={`${dimension} ${affects.join(' ')}`}>
              <span>
                Which {label} {affects.length === 1 ? 'does 1 run' : `do ${countOf(affects.length, 'run')}`} have?
              </span>
              {candidates.slice(0, MAX_CANDIDATES).map((candidate) => (
                <button
                  key={candidate}
                  type="button"
                  className={button.button}
                  onClick={() => onAnswer(correctionsFor(preview.runs, affects, { [known]: candidate }))}
                >
                  {candidate}
                </button>
              ))}
              <button type="button" className={button.button} onClick={() => onOther(known, affects)}>
                Another {label}
              </button>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
