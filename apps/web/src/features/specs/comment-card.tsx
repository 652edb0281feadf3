'use client'

import type { Placement } from '@assay/domain/specs/anchor/re-anchor'
import { RESPONSE_TITLES } from '@assay/domain/specs/appendix/appendix'
import {
  type Feedback,
  feedbackName,
  type RedactionTarget,
  type Response,
  standingResponse,
  statusOf,
} from '@assay/domain/specs/feedback'
import { shownQuote } from '@assay/domain/specs/text/shown-quote'
import { threadLength } from '@assay/domain/specs/thread'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CommentLink } from './comment-link.tsx'
import type { CommentMarkup } from './comment-markup.ts'
import { CommentText } from './comment-text.tsx'
import { CommentThread } from './comment-thread.tsx'
import style from './form.module.css'
import { useRevisionPath } from './guest-link.tsx'
import { LatestResponse } from './latest-response.tsx'
import { MoveComment } from './move-comment.tsx'
import { RedactionRequests } from './redaction-requests.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { MarkDoneForm, RequestRedactionForm, ResponseForm, ReviewerOpinionForm } from './response-forms.tsx'
import { Suggestion } from './suggestion.tsx'
import { type ActProps, useAct } from './use-act.ts'

type Props = {
  project: string
  name: string
  feedback: Feedback
  placement: Placement | null
  /** Number of the current revision. */
  revision: number
  /** The newest revision that changes the text of the comment; null without one. */
  suggestedRevision: number | null
  /** Texts whose requested redaction the visitor can agree to. */
  confirmableRedactions: readonly RedactionTarget[]
  isFunctional: boolean
  /** Key of the visitor. */
  me: string
  /** Texts as markup, by their source; plain texts are absent. */
  markup: CommentMarkup
  may: { answer: boolean; confirm: boolean; say: boolean; withdraw: boolean; redact: boolean; discuss: boolean }
}

const PLACED = { adjusted: 'its text was edited', moved: 'its text moved', detached: 'its text was removed' } as const

/** A comment next to the text: its position, response and actions. */
export function CommentCard(props: Props) {
  const { project, name, feedback, placement, revision, confirmableRedactions, me, markup, may } = props
  const { act, busy, ...refused } = useAct(project, name)
  const { number, body, redacted } = feedback
  const status = statusOf(feedback)
  const id = feedbackName(number)
  return (
    <article className={style.card} id={`card-${id}`} aria-label={id} tabIndex={-1}>
      <CommentHead {...props} />
      {may.confirm && placement !== null && placement.state !== 'exact' && (
        <MoveComment {...{ project, name, number, revision }} />
      )}
      {redacted === null ? (
        <CommentText text={body} markup={markup} />
      ) : (
        <p className={style.body}>Redacted: {redacted.reason}</p>
      )}
      {feedback.suggestion !== null && redacted === null && (
        <Suggestion {...{ feedback, act, busy }} mayAccept={may.confirm && status !== 'closed'} />
      )}
      <CommentThread {...{ project, name, feedback, me, markup, act, busy }} mayDiscuss={may.discuss} />
      <LatestResponse {...{ project, feedback, markup }} />
      <CommentActions {...props} {...{ act, busy }} />
      <RedactionRequests
        feedback={feedback}
        confirmable={confirmableRedactions}
        mayDecline={may.redact}
        {...{ act, busy }}
      />
      {may.redact && (
        <details className="needs-script">
          <summary>Redact…</summary>
          <RequestRedactionForm {...{ project, name, feedback }} />
        </details>
      )}
      <RefusalNote {...refused} />
    </article>
  )
}

/** Author, state and position of a comment. */
function CommentHead({ project, name, feedback, placement }: Props) {
  const revisionPath = useRevisionPath(project, name)
  const { number, giver, recorder, anchor, placed, movedFrom } = feedback
  const status = statusOf(feedback)
  const standing = standingResponse(feedback)
  const id = feedbackName(number)
  const quote = shownQuote(anchor)
  return (
    <>
      <h3>
        <a href={`#${id}`}>{id}</a> <span>{giver.name}</span>{' '}
        <Badge tone={status === 'closed' ? 'plain' : 'accent'}>
          {status === 'promised'
            ? 'accepted, not done'
            : standing === null
              ? 'open'
              : RESPONSE_TITLES[standing.kind].toLowerCase()}
        </Badge>
      </h3>
      {recorder !== null && <p className={style.faint}>Recorded by {recorder.name}</p>}
      {movedFrom !== null && (
        <p className={style.faint}>
          Moved from <CommentLink project={project} point={movedFrom} />
        </p>
      )}
      {quote !== '' && (
        <blockquote className={style.quote}>
          {placement !== null && placement.state !== 'detached' && placement.block !== null ? (
            <a href={`#${placement.block}`}>{quote}</a>
          ) : (
            quote
          )}
        </blockquote>
      )}
      {placement !== null && placement.state !== 'exact' && (
        <p className={style.faint}>
          <Badge tone="warn">
            {placed !== undefined && placement.state === 'moved'
              ? `moved here by ${placed.by.name} on revision ${placed.revision}`
              : PLACED[placement.state]}
          </Badge>{' '}
          <a href={revisionPath(feedback.revision)}>as it was on revision {feedback.revision}</a>
        </p>
      )}
    </>
  )
}

/** The response to a comment, and what authors and its reviewer can do with it. */
function CommentActions({ act, busy, ...props }: Props & ActProps) {
  const { project, name, feedback, revision, suggestedRevision, isFunctional, may } = props
  const { number, giver, responses, verdict } = feedback
  const status = statusOf(feedback)
  const standing = standingResponse(feedback)
  const newest = responses.at(-1)
  const draft = newest?.draft === true ? newest : null
  const of = { project, name, number, revision }
  return (
    <>
      {draft !== null && <DraftAnswer response={draft} />}
      {verdict?.content === true && <p className={style.faint}>{giver.name} marked this as resolved.</p>}
      {draft !== null && may.confirm && (
        <Button disabled={busy} onClick={() => void act({ kind: 'confirm', feedback: number })}>
          Confirm response
        </Button>
      )}
      {may.confirm && status === 'promised' && <MarkDoneForm {...of} suggested={suggestedRevision} />}
      {may.answer && (
        <ResponseForm
          {...{ project, name, number, isFunctional }}
          isAnew={status !== 'open'}
          seen={threadLength(feedback)}
        />
      )}
      {may.withdraw && status !== 'closed' && (
        <Button
          variant="quiet"
          className="needs-script"
          disabled={busy}
          onClick={() => void act({ kind: 'answer', feedback: number, answer: 'withdrawn' })}
        >
          Withdraw
        </Button>
      )}
      {may.say && standing !== null && standing.kind !== 'withdrawn' && (
        <ReviewerOpinionForm {...of} {...{ act, busy }} />
      )}
    </>
  )
}

/** A response that a scribe drafted, for an author to confirm. */
function DraftAnswer({ response }: { response: Response }) {
  const { kind, reason, workaround, duplicateOf, movedTo, by } = response
  const details = [reason, workaround, duplicateOf === null ? '' : `F-${duplicateOf}`, movedTo ?? '']
  return (
    <p className={style.said}>
      <strong>{RESPONSE_TITLES[kind]}</strong>
      {details.some((one) => one !== '') && `: ${details.filter((one) => one !== '').join(' ')}`}{' '}
      <span className={style.faint}>{by.name}, to be confirmed by an author</span>
    </p>
  )
}
