import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import type { ResolveLink } from '@assay/domain/publish/markdown/resolve-links'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import style from './markdown.module.css'

type Props = {
  text: string
  /** Prefix of heading ids, unique on the page. */
  idPrefix: string
  /** The heading level of `#`: one below the heading above the text. */
  topLevel?: 1 | 2 | 3 | 4
  /** Changes the addresses of links and images. */
  resolveLink?: ResolveLink
}

/** Renders Markdown of a user within a page. */
export function Markdown({ text, idPrefix, topLevel = 3, resolveLink }: Props) {
  return (
    <div className={style.prose}>
      <SanitizedHtml html={markdownToHtml(text, { idPrefix, topLevel, resolveLink: resolveLink ?? null }).html} />
    </div>
  )
}
