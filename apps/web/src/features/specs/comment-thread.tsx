'use client'

import {
  type EarlierText,
  type Feedback,
  feedbackName,
  latestResponse,
  type Reply,
  statusOf,
} from '@assay/domain/specs/feedback'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { Textarea } from '../../ui/input.tsx'
import { ActionForm } from './action-form.tsx'
import type { CommentMarkup } from './comment-markup.ts'
import { CommentText } from './comment-text.tsx'
import style from './form.module.css'
import { draftKey, hasDraft } from './form-draft.ts'
import type { ActProps } from './use-act.ts'

type Props = ActProps & {
  project: string
  name: string
  feedback: Feedback
  /** Key of the visitor. */
  me: string
  markup: CommentMarkup
  mayDiscuss: boolean
}

/** The discussion of a comment: who seconds it, its replies, and the forms to reply, second, edit and reopen. */
export function CommentThread({ project, name, feedback, me, markup, mayDiscuss, act, busy }: Props) {
  const { number, giver, recorder, redacted, seconds, replies, earlierBodies, body } = feedback
  const id = feedbackName(number)
  const isOwn = (recorder ?? giver).key === me
  const isSeconded = seconds.some(({ by }) => by.key === me)
  const mayReopen =
    statusOf(feedback) !== 'open' && (latestResponse(feedback)?.kind !== 'withdrawn' || giver.key === me)
  const of = { project, name }
  return (
    <>
      {mayDiscuss && isOwn && redacted === null && <EditText {...of} number={number} reply={null} text={body} />}
      <EarlierTexts texts={earlierBodies} />
      {seconds.length > 0 && <p className={style.faint}>+1 {seconds.map(({ by }) => by.name).join(', ')}</p>}
      {replies.length > 0 && (
        <ol className={style.thread} aria-label={`Replies to ${id}`}>
          {replies.map((reply) => (
            <li key={reply.number}>
              <ReplyText reply={reply} markup={markup} />
              {mayDiscuss && reply.by.key === me && reply.redacted === null && (
                <EditText {...of} number={number} reply={reply.number} text={reply.text} />
              )}
            </li>
          ))}
        </ol>
      )}
      {mayDiscuss && (
        <div className={`${style.buttons} needs-script`}>
          <Unfolding label="Reply" title={`Reply to ${id}`} draft={draftKey({ ...of, of: `reply-${number}` })}>
            {(fold, autoFocus) => (
              <ActionForm
                {...of}
                of={`reply-${number}`}
                label={`Reply to ${id}`}
                submit="Send reply"
                isPrimary
                adds
                onDone={fold}
                action={(typed) => ({ kind: 'reply', feedback: number, text: typed('text') })}
              >
                <label>
                  Your reply; Markdown, and @Name mentions a person
                  <Textarea name="text" rows={3} required maxLength={20_000} autoFocus={autoFocus} />
                </label>
              </ActionForm>
            )}
          </Unfolding>
          {!isOwn && giver.key !== me && !isSeconded && (
            <Button
              variant="quiet"
              disabled={busy}
              aria-label={`+1 for ${id}`}
              onClick={() => void act({ kind: 'second', feedback: number })}
            >
              +1
            </Button>
          )}
          {mayReopen && (
            <Unfolding label="Reopen" title={`Reopen ${id}`} draft={draftKey({ ...of, of: `reopen-${number}` })}>
              {(fold, autoFocus) => (
                <ActionForm
                  {...of}
                  of={`reopen-${number}`}
                  label={`Reopen ${id}`}
                  submit="Reopen comment"
                  onDone={fold}
                  action={(typed) => ({ kind: 'reopen-comment', feedback: number, reason: typed('reason') })}
                >
                  <label>
                    Reason; the comment needs another response
                    <Textarea name="reason" rows={2} required maxLength={20_000} autoFocus={autoFocus} />
                  </label>
                </ActionForm>
              )}
            </Unfolding>
          )}
        </div>
      )}
    </>
  )
}

function ReplyText({
  reply: { by, at, text, reopens, earlier, redacted },
  markup,
}: {
  reply: Reply
  markup: CommentMarkup
}) {
  return (
    <>
      <p className={style.faint}>
        {by.name}
        {reopens !== null && ' reopened it'}, {formatDate(at)}
      </p>
      {redacted === null ? (
        <CommentText text={text} markup={markup} />
      ) : (
        <p className={style.body}>Redacted: {redacted.reason}</p>
      )}
      <EarlierTexts texts={earlier} />
    </>
  )
}

/** Earlier versions of a text, folded. */
function EarlierTexts({ texts }: { texts: readonly EarlierText[] }) {
  const shown = texts.filter(({ text }) => text !== '')
  if (shown.length === 0) return null
  return (
    <details>
      <summary>Edited</summary>
      {shown.map(({ text, replacedAt }) => (
        <p key={replacedAt} className={style.said}>
          {text}
        </p>
      ))}
    </details>
  )
}

function EditText({ project, name, number, reply, text }: Pick<Props, 'project' | 'name'> & EditedText) {
  const id = feedbackName(number)
  const title = reply === null ? `Edit ${id}` : `Edit reply ${reply} to ${id}`
  const of = `edit-${number}-${reply ?? 0}`
  return (
    <Unfolding label="Edit" title={title} draft={draftKey({ project, name, of })}>
      {(fold, autoFocus) => (
        <ActionForm
          // A new key after each change, because a default value is read only once.
          key={text}
          {...{ project, name }}
          of={of}
          label={title}
          submit="Save"
          onDone={fold}
          action={(typed) => ({ kind: 'edit-text', feedback: number, reply, text: typed('text') })}
        >
          <label>
            <span className="visually-hidden">Text</span>
            <Textarea name="text" rows={3} required maxLength={20_000} defaultValue={text} autoFocus={autoFocus} />
          </label>
        </ActionForm>
      )}
    </Unfolding>
  )
}

type EditedText = { number: number; reply: number | null; text: string }

type UnfoldingProps = {
  label: string
  title: string
  /** Key of the draft of the form. */
  draft: string
  /** @param autoFocus  false when the form opened by itself */
  children: (fold: () => void, autoFocus: boolean) => ReactNode
}

/** A button that opens a form, and closes it again. A form with text that was not sent is open when the page is. */
function Unfolding({ label, title, draft, children }: UnfoldingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isRestored, setIsRestored] = useState(false)
  useEffect(() => {
    if (!hasDraft(draft)) return
    setIsRestored(true)
    setIsOpen(true)
  }, [draft])
  return (
    <div className={`${style.unfolding} needs-script`} data-open={isOpen}>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-label={title}
        onClick={() => {
          setIsRestored(false)
          setIsOpen(!isOpen)
        }}
      >
        {label}
      </Button>
      {isOpen && children(() => setIsOpen(false), !isRestored)}
    </div>
  )
}
