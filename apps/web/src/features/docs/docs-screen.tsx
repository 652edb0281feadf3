import { apiDocsPath, docPath, docsPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { HEADING_PREFIX } from './doc-href.ts'
import { DOC_GROUPS } from './doc-list.ts'
import style from './docs.module.css'
import type { DocMatch } from './search-docs.ts'

type Props = { text: string; matches: readonly DocMatch[] }

/** All documents by subject, or the sections that a search finds. */
export function DocsScreen({ text, matches }: Props) {
  return (
    <>
      <PageHeader
        title="Documentation"
        summary={
          <>
            New here? <a href={docPath('tutorial')}>Your first comparison in five minutes</a>. Programs use the{' '}
            <a href={apiDocsPath()}>API</a>.
          </>
        }
      />
      <DocSearch text={text} />
      {text.trim() === '' ? <Subjects /> : <Matches text={text} matches={matches} />}
    </>
  )
}

export const DocSearch = ({ text = '' }: { text?: string }) => (
  <search>
    <PlainForm action={docsPath()} className={style.search}>
      <Input name="q" type="search" defaultValue={text} maxLength={200} aria-label="Search the documentation" />
      <Button type="submit">Search</Button>
    </PlainForm>
  </search>
)

const Subjects = () => (
  <div className={style.subjects}>
    {DOC_GROUPS.map(({ title, docs }) => (
      <section key={title}>
        <h2>{title}</h2>
        <ul>
          {docs.map((doc) => (
            <li key={doc.name}>
              <a href={docPath(doc.name)}>{doc.title}</a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

function Matches({ text, matches }: Props) {
  if (matches.length === 0)
    return (
      <p>
        No section has every word of “{text}”. Search for fewer words, or open <a href={docsPath()}>all documents</a>.
      </p>
    )
  return (
    <ul className={style.matches} aria-label="Found">
      {matches.map(({ doc, id, heading, excerpt }) => (
        <li key={`${doc.name} ${id}`}>
          <a href={docPath(doc.name, heading === doc.title || id === '' ? undefined : `${HEADING_PREFIX}${id}`)}>
            {heading === doc.title || heading === '' ? doc.title : `${doc.title}: ${heading}`}
          </a>
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  )
}
