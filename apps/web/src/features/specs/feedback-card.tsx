'use client'

import type { Placement } from '@assay/domain/anchor/place'
import { RESPONSE_TITLES } from '@assay/domain/spec/appendix'
import { type Feedback, feedbackName, standingResponse, statusOf } from '@assay/domain/spec/spec'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { AnswerForm, CarryOutForm, SayForm } from './answer-forms.tsx'
import style from './form.module.css'
import { useRevisionPath } from './guest-link.tsx'
import { PointLink } from './point-link.tsx'
import { StandingAnswer } from './standing-answer.tsx'
import { useAct } from './use-act.ts'

type Props = {
  project: string
  name: string
  feedback: Feedback
  placement: Placement | null
  /** The current one. */
  revision: number
  may: { answer: boolean; say: boolean }
}

const PLACED = { adjusted: 'its words were edited', moved: 'its words moved', detached: 'its words are gone' } as const

/** One point beside the text: where it stands, what was answered, and what can be done with it. */
export function FeedbackCard({ project, name, feedback, placement, revision, may }: Props) {
  const { act, busy, failure } = useAct(project, name)
  const revisionPath = useRevisionPath(project, name)
  const { number, giver, anchor, body, redacted, responses } = feedback
  const status = statusOf(feedback)
  const standing = standingResponse(feedback)
  const draft = responses.at(-1)?.draft === true
  const id = feedbackName(number)
  const props = { act, busy, number, revision }
  return (
    <div className={style.card}>
      <h3>
        <a href={`#${id}`}>{id}</a> <span>{giver.name}</span>{' '}
        <Badge tone={status === 'closed' ? 'plain' : 'accent'}>
          {status === 'promised'
            ? 'promised'
            : standing === null
              ? 'open'
              : RESPONSE_TITLES[standing.kind].toLowerCase()}
        </Badge>
      </h3>
      {feedback.movedFrom !== null && (
        <p className={style.faint}>
          Moved from <PointLink project={project} point={feedback.movedFrom} />
        </p>
      )}
      {anchor.quote !== '' && (
        <blockquote className={style.quote}>
          {placement !== null && placement.state !== 'detached' && placement.block !== null ? (
            <a href={`#${placement.block}`}>{anchor.quote}</a>
          ) : (
            anchor.quote
          )}
        </blockquote>
      )}
      {placement !== null && placement.state !== 'exact' && (
        <p className={style.faint}>
          <Badge tone="warn">{PLACED[placement.state]}</Badge>{' '}
          <a href={revisionPath(feedback.revision)}>as it was on revision {feedback.revision}</a>
        </p>
      )}
      <p>{redacted === null ? body : `Taken out: ${redacted.reason}`}</p>
      <StandingAnswer project={project} feedback={feedback} />
      {draft && may.answer && (
        <button
          type="button"
          className={button.button}
          disabled={busy}
          onClick={() => void act({ kind: 'confirm', feedback: number })}
        >
          Confirm the answer of the scribe
        </button>
      )}
      {may.answer && status === 'open' && !draft && <AnswerForm {...props} />}
      {may.answer && status === 'promised' && <CarryOutForm {...props} />}
      {may.say && standing !== null && feedback.verdict === null && <SayForm {...props} />}
      {may.say && status === 'open' && (
        <button
          type="button"
          className={button.quiet}
          disabled={busy}
          onClick={() => void act({ kind: 'answer', feedback: number, answer: 'withdrawn' })}
        >
          Take it back
        </button>
      )}
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
