'use client'

import { RESPONSE_TITLES } from '@assay/domain/spec/appendix'
import { ANSWER_KINDS, type ResponseKind } from '@assay/domain/spec/spec'
import { type FormEvent, useState } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import type { Act } from './use-act.ts'

type Props = { act: Act; busy: boolean; number: number; revision: number }

const ASKED: Partial<
  Record<ResponseKind, { field: 'reason' | 'workaround' | 'duplicateOf' | 'movedTo'; label: string }>
> = {
  'no-thank-you': { field: 'reason', label: 'Reason' },
  'good-point-but': { field: 'workaround', label: 'Workaround' },
  answered: { field: 'reason', label: 'Answer' },
  duplicate: { field: 'duplicateOf', label: 'Number of the other point' },
  moved: { field: 'movedTo', label: 'Design spec (DS-…)' },
}
const KINDS = [...ANSWER_KINDS, 'answered', 'duplicate', 'moved'] as const

/** An answer of an author: what it needs is asked for, and nothing else. */
export function AnswerForm({ act, busy, number }: Props) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('good-point')
  const asked = ASKED[kind]
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const said = String(new FormData(event.currentTarget).get('said') ?? '')
    const more =
      asked === undefined ? { reason: said } : { [asked.field]: asked.field === 'duplicateOf' ? Number(said) : said }
    void act({ kind: 'answer', feedback: number, answer: kind, ...more })
  }
  return (
    <form className={`${style.form} needs-script`} aria-label={`Answer F-${number}`} onSubmit={onSubmit}>
      <label>
        <span className="visually-hidden">Answer</span>
        <select value={kind} onChange={(event) => setKind(KINDS.find((one) => one === event.target.value) ?? kind)}>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {RESPONSE_TITLES[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {asked?.label ?? 'What will change (if it needs saying)'}
        <textarea name="said" rows={2} maxLength={20_000} required={asked !== undefined} />
      </label>
      <button type="submit" className={button.button} disabled={busy}>
        Answer
      </button>
    </form>
  )
}

/** Links a promise to the revision that carries it out. */
export function CarryOutForm({ act, busy, number, revision }: Props) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const where = String(form.get('where') ?? '')
    void act({ kind: 'carry-out', feedback: number, revision: Number(form.get('revision')), where })
  }
  return (
    <form className={`${style.form} needs-script`} aria-label={`Carry out F-${number}`} onSubmit={onSubmit}>
      <label>
        Carried out by revision
        <input name="revision" type="number" min={1} max={revision} defaultValue={revision} required />
      </label>
      <label>
        Where, if it is not at these words
        <input name="where" maxLength={2_000} autoComplete="off" />
      </label>
      <button type="submit" className={button.button} disabled={busy}>
        Carried out
      </button>
    </form>
  )
}

/** What its giver thinks of the answer; it is kept, and holds nothing up. */
export function SayForm({ act, busy, number }: Props) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '')
    void act({ kind: 'say', feedback: number, content: false, text })
  }
  return (
    <form
      className={`${style.form} needs-script`}
      aria-label={`What you think of the answer to F-${number}`}
      onSubmit={onSubmit}
    >
      <label>
        What you still disagree with
        <input name="text" required maxLength={20_000} autoComplete="off" />
      </label>
      <div className={style.buttons}>
        <button type="submit" className={button.quiet} disabled={busy}>
          I still disagree
        </button>
        <button
          type="button"
          className={button.quiet}
          disabled={busy}
          onClick={() => void act({ kind: 'say', feedback: number, content: true })}
        >
          I am content
        </button>
      </div>
    </form>
  )
}
