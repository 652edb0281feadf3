import type { SpecDocument } from '@assay/domain/specs/export/spec-document'
import { specArticle } from '@assay/domain/specs/export/spec-html'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import style from './public-spec.module.css'

type Props = {
  document: SpecDocument
  /** Null in a preview, which has no files yet. */
  fileHref: ((format: string) => string) | null
  /** Absent in a preview, which contains the images itself. */
  attachmentHref?: (name: string) => string
}

/** The public page of a spec: its current revision with the appendix; works without a script. */
export function PublicSpec({ document, fileHref, attachmentHref }: Props) {
  const names = new Set(document.files.map(({ name }) => name))
  const addressOf = attachmentHref && ((name: string) => (names.has(name) ? attachmentHref(name) : null))
  return (
    <article className={style.spec}>
      {fileHref !== null && (
        <p className={`${style.files} no-print`}>
          Download: <a href={fileHref('markdown')}>Markdown</a>, <a href={fileHref('html')}>HTML</a>,{' '}
          <a href={fileHref('pdf')}>PDF</a>
        </p>
      )}
      <SanitizedHtml html={specArticle(document, addressOf)} />
    </article>
  )
}
