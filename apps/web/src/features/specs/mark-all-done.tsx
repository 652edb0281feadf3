'use client'

import { feedbackName } from '@assay/domain/specs/feedback'
import { Checkbox } from '../../ui/input.tsx'
import { ActionForm } from './action-form.tsx'
import style from './form.module.css'

type Props = {
  project: string
  name: string
  /** Accepted comments whose text a revision changes. */
  done: readonly { feedback: number; revision: number }[]
}

/** Marks all accepted comments as done whose text was changed, each in the revision that changes it. */
export function MarkAllDone({ project, name, done }: Props) {
  if (done.length < 2) return null
  return (
    <details className={`${style.card} needs-script`}>
      <summary>{done.length} accepted comments are in the text…</summary>
      <ActionForm
        {...{ project, name }}
        of="carry-out-all"
        label="Mark comments as done"
        submit="Mark as done"
        isPrimary
        check={(typed) => (chosen(done, typed).length === 0 ? 'Choose the comments that are done.' : '')}
        action={(typed) => ({ kind: 'carry-out-all', done: chosen(done, typed) })}
      >
        <ul className={style.checks}>
          {done.map(({ feedback, revision }) => (
            <li key={feedback}>
              <label>
                <Checkbox name={`done-${feedback}`} value="yes" defaultChecked /> {feedbackName(feedback)} in revision{' '}
                {revision}
              </label>
            </li>
          ))}
        </ul>
      </ActionForm>
    </details>
  )
}

const chosen = (done: Props['done'], typed: (name: string) => string) =>
  done.filter(({ feedback }) => typed(`done-${feedback}`) === 'yes')
