import { MorphedHtml } from '../../ui/morphed-html.tsx'
import style from './markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'

type Props = {
  text: string
  /** Tells the headings of this text from those of others on the page. */
  idPrefix: string
  /** The level of `#`: one below the heading that the text stands under. */
  topLevel?: 2 | 3 | 4
}

/** A text that people wrote in Markdown, where it stands between other things of a page. */
export function Markdown({ text, idPrefix, topLevel = 3 }: Props) {
  return (
    <div className={style.prose}>
      <MorphedHtml html={renderMarkdown(text, { idPrefix, topLevel }).html} />
    </div>
  )
}
