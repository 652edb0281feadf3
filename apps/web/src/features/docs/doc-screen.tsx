import { docPath, docsPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { docHref, HEADING_PREFIX } from './doc-href.ts'
import { DOC_GROUPS, DOCS, type Doc } from './doc-list.ts'
import style from './docs.module.css'
import { DocSearch } from './docs-screen.tsx'

/** A document with the list of all, and the next one at its end. */
export function DocScreen({ doc, text }: { doc: Doc; text: string }) {
  const next = DOCS[DOCS.findIndex(({ name }) => name === doc.name) + 1]
  return (
    <div className={style.page}>
      <div className={style.side}>
        <DocSearch />
        <DocNav current={doc.name} />
      </div>
      <article className={style.article}>
        <PageHeader title={doc.title} above={<a href={docsPath()}>Documentation</a>} />
        <Markdown
          text={withTitlesOfLinks(withoutTitle(text))}
          idPrefix={HEADING_PREFIX}
          topLevel={1}
          resolveLink={docHref}
        />
        {next !== undefined && (
          <p className={style.next}>
            Next: <a href={docPath(next.name)}>{next.title}</a>
          </p>
        )}
      </article>
    </div>
  )
}

/** The list of all documents. A phone has room for the search alone, whose page lists them. */
const DocNav = ({ current }: { current: string }) => (
  <nav aria-label="Documentation" className={`${style.nav} no-print`}>
    {DOC_GROUPS.map(({ title, docs }) => (
      <section key={title}>
        <p>{title}</p>
        <ul>
          {docs.map(({ name, title }) => (
            <li key={name}>
              <a href={docPath(name)} aria-current={name === current ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)

/** The page has the title as its heading. */
const withoutTitle = (text: string): string => text.replace(/^# .*\n+/, '')

/** A link whose text is the name of a file has the title of the document instead. */
const withTitlesOfLinks = (text: string): string =>
  text.replace(/\[([\w-]+)\.md\](?=\()/g, (all, name) => {
    const title = DOCS.find((doc) => doc.name === name)?.title
    return title === undefined ? all : `[${title}]`
  })
