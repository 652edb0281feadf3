import { type Feedback, opinionsOf, standingResponse } from '@assay/domain/specs/feedback'
import { CommentLink } from './comment-link.tsx'
import type { CommentMarkup } from './comment-markup.ts'
import { CommentText } from './comment-text.tsx'
import style from './form.module.css'

type Props = { project: string; feedback: Feedback; markup: CommentMarkup }

/** The latest response to a comment; the appendix has all responses. */
export function LatestResponse({ project, feedback, markup }: Props) {
  const response = standingResponse(feedback)
  if (response === null || response.redacted !== null) return null
  const { giver } = feedback
  const disagreements = opinionsOf(feedback).filter(({ content }) => !content)
  const { reason, workaround, carriedBy, where, duplicateOf, movedTo, by } = response
  const written = [reason, workaround, where].filter((text) => text !== '')
  const isPlain = written.every((text) => markup[text] === undefined)
  const details = [
    ...(isPlain ? written : []),
    carriedBy === null ? '' : `Done in revision ${carriedBy}.`,
    duplicateOf === null ? '' : `See F-${duplicateOf}.`,
  ].filter((text) => text !== '')
  if (written.length + details.length === 0 && movedTo === null && disagreements.length === 0) return null
  return (
    <div className={style.answer}>
      {!isPlain && (
        <>
          <p className={style.faint}>{by.name}:</p>
          {written.map((text) => (
            <CommentText key={text} text={text} markup={markup} />
          ))}
        </>
      )}
      {(details.length > 0 || movedTo !== null) && (
        <p>
          {isPlain && <span className={style.faint}>{by.name}:</span>} {details.map(ended).join(' ')}
          {movedTo !== null && (
            <>
              {' '}
              Moved to <CommentLink project={project} point={movedTo} />.
            </>
          )}
        </p>
      )}
      {disagreements.map(({ text, at, redacted }) => (
        <div key={at}>
          <p>
            <span className={style.faint}>
              {giver.name} {feedback.verdict?.content === false ? 'still disagrees' : 'disagreed before'}:
            </span>{' '}
            {redacted !== null ? `Redacted: ${redacted.reason}` : markup[text] === undefined && text}
          </p>
          {redacted === null && markup[text] !== undefined && <CommentText text={text} markup={markup} />}
        </div>
      ))}
    </div>
  )
}

const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
