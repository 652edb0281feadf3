'use client'

import { ANSWER_KINDS, type Feedback, type ResponseKind } from '@assay/domain/specs/feedback'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { ActionForm } from './action-form.tsx'
import style from './form.module.css'
import { draftKey, hasDraft } from './form-draft.ts'
import { RESPONSE_CHOICES, responseAction } from './meeting/response-choices.ts'
import { redactionChoices } from './redaction-choices.ts'
import type { Act } from './use-act.ts'

type Props = { project: string; name: string; number: number; revision: number }
type AnswerProps = Omit<Props, 'revision'> & { isFunctional: boolean; isAnew: boolean; seen: number }

/**
 * The response of an author: a click selects its kind, and only the fields of that kind are shown.
 *
 * @param seen  length of the discussion that the author read
 * @param isAnew  true when a response exists: the form opens on request, and typed text stays while the page updates.
 */
export function ResponseForm({ project, name, number, isFunctional, isAnew, seen }: AnswerProps) {
  const [kind, setKind] = useState<ResponseKind | null>(null)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const fold = useRef<HTMLButtonElement>(null)
  const choices = RESPONSE_CHOICES.filter((one) => one.kind !== 'moved' || isFunctional)
  const choice = choices.find((one) => one.kind === kind)
  const isOpen = !isAnew || isUnfolded || kind !== null
  const [isRestored, setIsRestored] = useState(false)
  // A response that was not sent is open when the page is.
  useEffect(() => {
    const isDrafted = (kind: ResponseKind) => hasDraft(draftKey({ project, name, of: `answer-${number}-${kind}` }))
    const draft = RESPONSE_CHOICES.find((one) => isDrafted(one.kind))
    if (draft === undefined) return
    setIsRestored(true)
    setKind(draft.kind)
  }, [project, name, number])
  const choose = (chosen: ResponseKind | null) => {
    setIsRestored(false)
    setKind(chosen)
  }
  return (
    <div className={`${style.acts} needs-script`}>
      {isAnew && (
        <Button
          ref={fold}
          variant="quiet"
          aria-expanded={isOpen}
          onClick={() => {
            setIsUnfolded(!isOpen)
            setKind(null)
          }}
        >
          Revise response…
        </Button>
      )}
      {isOpen && (
        <fieldset className={style.choices}>
          <legend className="visually-hidden">Respond to F-{number} with</legend>
          {choices.slice(0, ANSWER_KINDS.length).map((one) => (
            <Button
              key={one.kind}
              aria-pressed={one.kind === kind}
              onClick={() => choose(one.kind === kind ? null : one.kind)}
            >
              {one.label}
            </Button>
          ))}
          <Select
            aria-label={`Other response to F-${number}`}
            value={choices.slice(ANSWER_KINDS.length).find((one) => one.kind === kind)?.kind ?? ''}
            onChange={({ target: { value } }) => choose(choices.find((one) => one.kind === value)?.kind ?? null)}
          >
            <option value="">Other response…</option>
            <SelectOptions options={choices.slice(ANSWER_KINDS.length).map((one) => [one.kind, one.label])} />
          </Select>
        </fieldset>
      )}
      {choice !== undefined && (
        <ActionForm
          key={choice.kind}
          {...{ project, name }}
          of={`answer-${number}-${choice.kind}`}
          label={`Respond to F-${number}`}
          submit="Answer"
          isPrimary
          onDone={() => {
            setKind(null)
            setIsUnfolded(false)
            fold.current?.focus()
          }}
          action={(typed) => ({ ...responseAction(number, choice, typed('said')), seen })}
        >
          <label>
            {choice.prompt}
            <Textarea name="said" rows={2} maxLength={20_000} required={choice.required} autoFocus={!isRestored} />
          </label>
        </ActionForm>
      )}
    </div>
  )
}

/**
 * Marks an accepted comment as done in a revision.
 *
 * @param suggested the newest revision that changes the text of the comment; without one the author states the number
 */
export function MarkDoneForm({ project, name, number, revision, suggested }: Props & { suggested: number | null }) {
  return (
    <ActionForm
      {...{ project, name }}
      of={`carry-out-${number}`}
      label={`Mark F-${number} as done`}
      submit="Mark as done"
      action={(typed) => ({
        kind: 'carry-out',
        feedback: number,
        revision: Number(typed('revision')),
        where: typed('where'),
      })}
    >
      <label>
        Done in revision
        <Input name="revision" type="number" min={1} max={revision} defaultValue={suggested ?? undefined} required />
      </label>
      <label>
        Where, if not at the quoted text
        <Input name="where" maxLength={2_000} autoComplete="off" />
      </label>
    </ActionForm>
  )
}

/** Opinion of a reviewer on the response to their comment; it is stored and blocks nothing. */
export function ReviewerOpinionForm({ project, name, number, act, busy }: Props & { act: Act; busy: boolean }) {
  return (
    <div className={`${style.acts} needs-script`}>
      <Button
        variant="quiet"
        disabled={busy}
        onClick={() => void act({ kind: 'say', feedback: number, content: true })}
      >
        Resolved for me
      </Button>
      <details>
        <summary>Not resolved…</summary>
        <ActionForm
          {...{ project, name }}
          of={`say-${number}`}
          label={`Opinion on the response to F-${number}`}
          submit="Send"
          action={(typed) => ({ kind: 'say', feedback: number, content: false, text: typed('text') })}
        >
          <label>
            Reason; it is recorded and does not block the review
            <Textarea name="text" rows={2} required maxLength={20_000} />
          </label>
        </ActionForm>
      </details>
    </div>
  )
}

/** Requests that a text is removed for good; number, date and the reason stay. */
export function RequestRedactionForm({
  project,
  name,
  feedback,
}: Pick<Props, 'project' | 'name'> & { feedback: Feedback }) {
  const { number } = feedback
  const choices = redactionChoices(feedback)
  return (
    <ActionForm
      {...{ project, name }}
      of={`redact-${number}`}
      label={`Request a redaction of F-${number}`}
      submit="Request"
      action={(typed) => ({
        kind: 'request-redaction',
        feedback: number,
        ...choices.find(({ value }) => value === typed('target'))?.target,
        reason: typed('reason'),
      })}
    >
      <label>
        Text
        <Select name="target" options={choices.map(({ value, label }) => [value, label])} />
      </label>
      <label>
        Reason; it remains, with number, date and names
        <Input name="reason" required maxLength={2_000} autoComplete="off" />
      </label>
      <p>
        A redaction needs two people: an author of the spec and the author of the comment, or a maintainer in place of
        either.
      </p>
    </ActionForm>
  )
}
