import { type Feedback, opinionsOf, standingResponse } from '@assay/domain/specs/feedback'
import { CommentLink } from './comment-link.tsx'
import style from './form.module.css'

/** The latest response to a comment; the appendix has all responses. */
export function LatestResponse({ project, feedback }: { project: string; feedback: Feedback }) {
  const response = standingResponse(feedback)
  if (response === null || response.redacted !== null) return null
  const { giver } = feedback
  const disagreements = opinionsOf(feedback).filter(({ content }) => !content)
  const { reason, workaround, carriedBy, where, duplicateOf, movedTo, by } = response
  const details = [
    reason,
    workaround,
    where,
    carriedBy === null ? '' : `Done in revision ${carriedBy}.`,
    duplicateOf === null ? '' : `See F-${duplicateOf}.`,
  ].filter((text) => text !== '')
  if (details.length === 0 && movedTo === null && disagreements.length === 0) return null
  return (
    <div className={style.answer}>
      {(details.length > 0 || movedTo !== null) && (
        <p>
          <span className={style.faint}>{by.name}:</span> {details.map(ended).join(' ')}
          {movedTo !== null && (
            <>
              {' '}
              Moved to <CommentLink project={project} point={movedTo} />.
            </>
          )}
        </p>
      )}
      {disagreements.map(({ text, at, redacted }) => (
        <p key={at}>
          <span className={style.faint}>
            {giver.name} {feedback.verdict?.content === false ? 'still disagrees' : 'disagreed before'}:
          </span>{' '}
          {redacted === null ? text : `Redacted: ${redacted.reason}`}
        </p>
      ))}
    </div>
  )
}

const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
