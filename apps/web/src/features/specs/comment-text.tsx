import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import type { CommentMarkup } from './comment-markup.ts'
import style from './form.module.css'

/** A comment, reply or response: Markdown as markup of the server, and a plain text as it is. */
export function CommentText({ text, markup }: { text: string; markup: CommentMarkup }) {
  const html = markup[text]
  if (html === undefined) return <p className={style.body}>{text}</p>
  return (
    <div className={style.markdown}>
      <SanitizedHtml html={html} />
    </div>
  )
}
