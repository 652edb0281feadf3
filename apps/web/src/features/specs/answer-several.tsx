'use client'

import { BULK_KINDS, feedbackName, MAX_COMMENTS_AT_ONCE } from '@assay/domain/specs/feedback'
import { useState } from 'react'
import { Checkbox, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { ActionForm, type Typed } from './action-form.tsx'
import style from './form.module.css'
import { RESPONSE_CHOICES } from './meeting/response-choices.ts'

/** An open comment; `seen` is the length of its discussion that the author read. */
type OpenComment = { number: number; reviewer: string; body: string; seen: number }
type Props = { project: string; name: string; open: readonly OpenComment[] }

const CHOICES = RESPONSE_CHOICES.filter(({ kind }) => BULK_KINDS.some((one) => one === kind))
const MAX_SHOWN_CHARACTERS = 120

/** Answers marked comments together: one kind of response, and one text or a text for each. */
export function AnswerSeveral({ project, name, open }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (open.length < 2) return null
  const shown = open.slice(0, MAX_COMMENTS_AT_ONCE)
  return (
    <details className={`${style.card} needs-script`} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Respond to several comments…</summary>
      {isOpen && (
        <ActionForm
          {...{ project, name }}
          of="answer-all"
          label="Respond to several comments"
          submit="Respond to marked comments"
          isPrimary
          check={(typed) => (answersOf(shown, typed).length === 0 ? 'Mark the comments to answer.' : '')}
          action={(typed) => ({ kind: 'answer-all', answers: answersOf(shown, typed) })}
        >
          <label>
            Response
            <Select name="kind" options={CHOICES.map(({ kind, label }) => [kind, label])} />
          </label>
          <label>
            Text for comments without their own
            <Textarea name="text" rows={2} maxLength={20_000} />
          </label>
          {shown.length < open.length && <p className={style.faint}>The first {shown.length} open comments:</p>}
          <ul className={style.checks}>
            {shown.map(({ number, reviewer, body }) => (
              <li key={number}>
                <label>
                  <Checkbox name={`pick-${number}`} value="yes" />{' '}
                  {`${feedbackName(number)} ${reviewer}: ${shortened(body)}`}
                </label>
                <details>
                  <summary aria-label={`Own response to ${feedbackName(number)}`}>Own response</summary>
                  <Select name={`kind-${number}`} aria-label={`Response to ${feedbackName(number)}`} defaultValue="">
                    <option value="">As above</option>
                    <SelectOptions options={CHOICES.map(({ kind, label }) => [kind, label])} />
                  </Select>
                  <Textarea
                    name={`text-${number}`}
                    aria-label={`Text for ${feedbackName(number)}`}
                    rows={2}
                    maxLength={20_000}
                  />
                </details>
              </li>
            ))}
          </ul>
        </ActionForm>
      )}
    </details>
  )
}

function answersOf(open: readonly OpenComment[], typed: Typed): object[] {
  return open
    .filter(({ number }) => typed(`pick-${number}`) === 'yes')
    .map(({ number, seen }) => {
      const kind = typed(`kind-${number}`) || typed('kind')
      const text = typed(`text-${number}`) || typed('text')
      const field = CHOICES.find((choice) => choice.kind === kind)?.field ?? 'reason'
      return { feedback: number, answer: kind, [field]: text, seen }
    })
}

const shortened = (text: string): string =>
  text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`
