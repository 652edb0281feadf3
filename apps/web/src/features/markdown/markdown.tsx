import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import { MorphedHtml } from '../../ui/morphed-html.tsx'
import style from './markdown.module.css'

type Props = {
  text: string
  /** Prefix of heading ids, unique on the page. */
  idPrefix: string
  /** The heading level of `#`: one below the heading above the text. */
  topLevel?: 2 | 3 | 4
}

/** Renders Markdown of a user within a page. */
export function Markdown({ text, idPrefix, topLevel = 3 }: Props) {
  return (
    <div className={style.prose}>
      <MorphedHtml html={markdownToHtml(text, { idPrefix, topLevel }).html} />
    </div>
  )
}
