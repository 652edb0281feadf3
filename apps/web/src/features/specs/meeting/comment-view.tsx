import { specBlockPath, specPath } from '../../../paths.ts'
import { CommentText } from '../comment-text.tsx'
import { StatusBadge } from './comment-list.tsx'
import style from './meeting.module.css'
import type { MeetingComment } from './prepare-meeting.ts'

/** One comment in large type: the text of the spec, the comment and its response. */
export function CommentView({ project, name, point }: { project: string; name: string; point: MeetingComment }) {
  const { id, giver, recorder, body, markup, quote, around, block, isWhole, revision, replies, last } = point
  return (
    <article aria-label={id} className={style.point}>
      <h2>
        {id} <span className={style.giver}>{giver}</span> <StatusBadge point={point} />
      </h2>
      {recorder !== null && <p className={style.faint}>Recorded by {recorder}</p>}
      {around !== null && (
        <figure className={style.around} aria-label="Text of the spec">
          <figcaption className={style.faint}>
            {around.headings.join(' › ')}
            {block !== null && (
              <>
                {' · '}
                <a href={specBlockPath(project, name, block)}>in the text</a>
              </>
            )}
          </figcaption>
          {around.before !== '' && around.before !== around.headings.at(-1) && (
            <p className={style.beyond}>{around.before}</p>
          )}
          <p>
            {around.left}
            <mark>{around.marked}</mark>
            {around.right}
          </p>
          {around.after !== '' && <p className={style.beyond}>{around.after}</p>}
        </figure>
      )}
      {isWhole && <p className={style.faint}>About the whole spec</p>}
      {!isWhole && around === null && (
        <blockquote className={style.gone}>
          <p>{quote}</p>
          <p className={style.faint}>
            This text was removed: <a href={specPath(project, name, revision)}>as it was on revision {revision}</a>
          </p>
        </blockquote>
      )}
      <div className={style.body}>
        <CommentText text={body} markup={markup} />
      </div>
      {replies.length > 0 && (
        <ol aria-label={`Replies to ${id}`}>
          {replies.map(({ number, by, text }) => (
            <li key={number} className={style.body}>
              <span className={style.faint}>{by}:</span>{' '}
              {markup[text] === undefined && <span className={style.plain}>{text}</span>}
              {markup[text] !== undefined && <CommentText text={text} markup={markup} />}
            </li>
          ))}
        </ol>
      )}
      {last !== null && (
        <p className={style.answer}>
          <strong>{last.title}</strong>
          {last.text !== '' && `: ${last.text}`}{' '}
          <span className={style.faint}>
            {last.by}
            {last.draft ? ', to be confirmed by an author' : ''}
          </span>
        </p>
      )}
    </article>
  )
}
