import style from './sanitized-html.module.css'

/** Markup of a Markdown text or of an exported document, whose renderer left out raw HTML and escaped every text. */
export const SanitizedHtml = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the Markdown renderer sanitizes, as its tests prove
  <div className={style.contents} dangerouslySetInnerHTML={{ __html: html }} />
)
