import { joinClasses } from '../../ui/join-classes.ts'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import markdown from '../markdown/markdown.module.css'
import type { CommentMarkup } from './comment-markup.ts'
import style from './form.module.css'

/** A comment, reply or response: Markdown as markup of the server, and a plain text as it is. */
export function CommentText({ text, markup }: { text: string; markup: CommentMarkup }) {
  const html = markup[text]
  if (html === undefined) return <p className={style.body}>{text}</p>
  return (
    <div className={joinClasses(markdown.prose, markdown.compact)}>
      <SanitizedHtml html={html} />
    </div>
  )
}
