'use client'

import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { ActionForm } from './action-form.tsx'
import { DraftComments } from './draft-comments.tsx'
import style from './form.module.css'
import { newUuid } from './new-uuid.ts'
import { type SpecSelection, selectedWords, setSelection } from './spec-selection.ts'
import { useDraftComments } from './use-draft-comments.ts'
import { useLockedSelection } from './use-locked-selection.ts'
import { useStoredSelection } from './use-stored-selection.ts'

type Props = {
  project: string
  name: string
  revision: number
  /** Key of the visitor, so that two people who use one browser have separate drafts. */
  me: string
  /** Headings to select without a mouse. */
  headings: readonly { id: string; text: string }[]
}

const KINDS: Record<SpecSelection['kind'], string> = {
  range: 'On this text',
  block: 'On this paragraph',
  heading: 'On this heading',
  cell: 'On this cell',
  figure: 'On this figure',
}

/** A comment on selected text, or on the whole spec. */
export function CommentForm({ project, name, revision, me, headings }: Props) {
  const drafts = useDraftComments(`assay-draft-comments:${me}:${project}/${name}`)
  const { picked, newer, lock, unlock, clear } = useLockedSelection()
  useStoredSelection(`${project}/${name}`, picked, lock)
  return (
    <section aria-label="Your comment" className={style.card}>
      <h2>Add a comment</h2>
      <ActionForm
        {...{ project, name }}
        of="feedback"
        label="Add a comment"
        submit="Comment"
        isPrimary
        adds
        onDone={clear}
        action={(typed) => ({
          kind: 'give',
          body: typed('body'),
          anchor: anchorOf(picked),
          revision,
          suggestion: suggestionOf(picked, typed('suggestion')),
        })}
        store={{
          label: 'Add to drafts',
          onStore: (typed) =>
            drafts.add({
              ...{ id: newUuid(), body: typed('body'), anchor: anchorOf(picked), revision },
              quote: picked === null ? '' : selectedWords(picked),
              suggestion: suggestionOf(picked, typed('suggestion')),
            }),
        }}
      >
        {picked === null ? (
          <p className={style.faint}>
            On the whole spec. Select text, or click on a paragraph, heading, cell or figure.
          </p>
        ) : (
          <div className={style.picked}>
            <p className={style.faint}>{KINDS[picked.kind]}:</p>
            <blockquote className={style.quote}>
              {selectedWords(picked)}
              {picked.part !== undefined && `: ${picked.part}`}
            </blockquote>
            <Button variant="quiet" onClick={clear}>
              On the whole spec instead
            </Button>
          </div>
        )}
        {newer !== null && (
          <Button variant="quiet" onClick={() => lock(newer)}>
            On the new selection instead
          </Button>
        )}
        <label>
          <span className="visually-hidden">Your comment</span>
          <Textarea
            name="body"
            rows={4}
            required
            maxLength={20_000}
            onInput={({ currentTarget }) => (currentTarget.value === '' ? unlock() : lock(picked))}
          />
        </label>
        {picked?.kind === 'range' && picked.rest === undefined && (
          <details key={picked.quote}>
            <summary>Suggest an edit…</summary>
            <label>
              Replacement text
              <Textarea name="suggestion" rows={3} maxLength={4_000} defaultValue={picked.quote} />
            </label>
          </details>
        )}
        {headings.length > 0 && (
          <label className={style.faint}>
            Or on a heading
            <Select
              value={picked?.kind === 'heading' ? picked.block : ''}
              onChange={({ target: { value } }) => {
                const heading = headings.find(({ id }) => id === value)
                setSelection(
                  heading === undefined
                    ? null
                    : { kind: 'heading', block: heading.id, quote: heading.text, prefix: '', suffix: '' },
                )
              }}
            >
              <option value="">…</option>
              <SelectOptions options={headings.map(({ id, text }) => [id, text])} />
            </Select>
          </label>
        )}
      </ActionForm>
      <DraftComments {...{ project, name }} {...drafts} />
    </section>
  )
}

/** Only words that differ from the selected ones are a suggestion. */
const suggestionOf = (picked: SpecSelection | null, words: string): string | null =>
  picked?.kind !== 'range' || picked.rest !== undefined || words === picked.quote ? null : words

const anchorOf = (picked: SpecSelection | null): object =>
  picked === null ? { kind: 'whole' } : selectionAnchor(picked)

/** A comment on a whole block needs no quote, because the stored block has the text. */
export const selectionAnchor = ({ kind, block, quote, rest, part, prefix, suffix }: SpecSelection): object =>
  kind === 'range' || kind === 'cell' ? { kind, block, quote, rest, prefix, suffix } : { kind, block, part }
