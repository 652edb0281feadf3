import { RESPONSE_TITLES } from '@assay/domain/specs/appendix/appendix'
import { ANSWER_KINDS, type ResponseKind } from '@assay/domain/specs/feedback'
import { specName } from '@assay/domain/specs/spec'
import { Fragment } from 'react'
import { specPath, specsPath } from '../../paths.ts'
import type { SpecHit } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import style from './search-specs.module.css'

type Props = {
  project: string
  words: string
  response: ResponseKind | null
  /** Null without a search. */
  hits: readonly SpecHit[] | null
}

/** Search over texts, comments and responses; it works without script. */
export function SearchSpecs({ project, words, response, hits }: Props) {
  return (
    <search className={style.search}>
      <PlainForm action={specsPath(project)} aria-label="Search specs" className={style.form}>
        <label>
          <span className="visually-hidden">Words</span>
          <Input type="search" name="q" defaultValue={words} placeholder="Search texts, comments, responses" />
        </label>
        <label>
          <span className="visually-hidden">In</span>
          <Select name="answer" defaultValue={response ?? ''}>
            <option value="">everything</option>
            <SelectOptions
              options={ANSWER_KINDS.map((kind) => [kind, `answered “${RESPONSE_TITLES[kind].toLowerCase()}”`])}
            />
          </Select>
        </label>
        <Button type="submit">Search</Button>
      </PlainForm>
      {hits !== null && (
        <section aria-label="Found">
          <p>{hits.length === 0 ? 'Nothing was found.' : `${hits.length} found:`}</p>
          <ul className={style.hits}>
            {hits.map(({ spec, kind, ref, response: answered, excerpt }) => (
              <li key={`${specName(spec)} ${kind} ${ref}`}>
                <a href={`${specPath(project, specName(spec))}${ref === '' ? '' : `#${ref}`}`}>
                  {[specName(spec), kind === 'outcome' ? '' : ref].filter((part) => part !== '').join(' ')}
                </a>{' '}
                {spec.title}
                {kind === 'outcome' && ' · outcome'}
                {answered !== null && ` · ${RESPONSE_TITLES[answered].toLowerCase()}`}
                <p>
                  <Excerpt text={excerpt} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </search>
  )
}

/** The server marks the matches with U+0001 before and U+0002 after each. */
function Excerpt({ text }: { text: string }) {
  const [first, ...others] = text.split('\u0001')
  return (
    <>
      {first}
      {others.map((other, at) => {
        const [found, rest] = other.split('\u0002')
        // The runs of an excerpt have no name, so the position is the key.
        const key = `${at}`
        return (
          <Fragment key={key}>
            <mark>{found}</mark>
            {rest}
          </Fragment>
        )
      })}
    </>
  )
}
