import { Input, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { ActionForm } from './action-form.tsx'
import { selectionAnchor } from './comment-form.tsx'
import type { Props } from './review-forms.tsx'
import { type SpecSelection, useSelection } from './spec-selection.ts'

/** A comment that an author records on behalf of another person. */
export function RecordForm({ project, page: { name, revision, headings } }: Props) {
  const picked = useSelection()
  return (
    <ActionForm
      {...{ project, name }}
      of="record"
      adds
      label="Comment on behalf of another person"
      submit="Add comment"
      action={(typed) => ({
        kind: 'give',
        body: typed('body'),
        giver: typed('giver'),
        source: typed('source'),
        revision: revision.number,
        anchor: anchorOf(typed('about'), picked),
      })}
    >
      <label>
        Comment by
        <Input name="giver" required maxLength={200} autoComplete="off" />
      </label>
      <label>
        How
        <Select name="source" defaultValue="in-person">
          <option value="in-person">In person</option>
          <option value="email">By e-mail</option>
          <option value="meeting">In the meeting</option>
        </Select>
      </label>
      <label>
        About; a selection in the text is offered, too
        <Select name="about" defaultValue="whole">
          <option value="whole">The whole spec</option>
          {picked !== null && <option value="picked">Selection: “{shortened(picked.quote)}”</option>}
          <SelectOptions options={headings.map(({ id, text }) => [id, text])} />
        </Select>
      </label>
      <label>
        Comment text
        <Textarea name="body" rows={3} required maxLength={20000} />
      </label>
    </ActionForm>
  )
}

export function anchorOf(about: string, picked: SpecSelection | null): object {
  if (about === 'picked' && picked !== null) return selectionAnchor(picked)
  return about === 'whole' || about === 'picked' ? { kind: 'whole' } : { kind: 'heading', block: about }
}

export const shortened = (quote: string): string => (quote.length > 40 ? `${quote.slice(0, 40).trimEnd()}…` : quote)
