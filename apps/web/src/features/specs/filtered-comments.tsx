'use client'

import { type ReactNode, useState } from 'react'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { COMMENT_FILTERS, type CommentFacts, passesFilter } from './comment-facts.ts'
import { CommentItem } from './comment-item.tsx'
import filterStyle from './filtered-comments.module.css'
import style from './spec-screen.module.css'

type Props = { comments: readonly { number: number; facts: CommentFacts; card: ReactNode }[] }

/** A shorter list is read as a whole. */
const MIN_FILTERED = 6

/** Comments with filters by state, section and reviewer. Hidden comments stay on the page with their typed texts. */
export function FilteredComments({ comments }: Props) {
  const [filter, setFilter] = useState({ kind: 'all', section: '', reviewer: '' })
  const shown = comments.filter(({ facts }) => passesFilter(facts, filter))
  const options = (label: string, of: 'section' | 'reviewer') => (
    <Select
      aria-label={label}
      value={filter[of]}
      onChange={({ target }) => setFilter({ ...filter, [of]: target.value })}
    >
      <option value="">{label}: all</option>
      <SelectOptions options={distinct(comments.map(({ facts }) => facts[of])).map((one) => [one, one])} />
    </Select>
  )
  return (
    <>
      {comments.length >= MIN_FILTERED && (
        <fieldset className={`${filterStyle.filters} needs-script`}>
          <legend className="visually-hidden">Filter comments</legend>
          <Select
            aria-label="Comments"
            value={filter.kind}
            onChange={({ target }) => setFilter({ ...filter, kind: target.value })}
            options={Object.entries(COMMENT_FILTERS)}
          />
          {options('Section', 'section')}
          {options('Reviewer', 'reviewer')}
          <span role="status">
            {shown.length} of {comments.length}
          </span>
        </fieldset>
      )}
      <ol className={style.feedback}>
        {comments.map(({ number, facts, card }) => (
          <CommentItem key={number} number={number} isHidden={!passesFilter(facts, filter)}>
            {card}
          </CommentItem>
        ))}
      </ol>
    </>
  )
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '').sort()
