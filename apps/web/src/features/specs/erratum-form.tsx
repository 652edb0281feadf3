import { Textarea } from '../../ui/input.tsx'
import { ActionForm } from './action-form.tsx'
import style from './form.module.css'
import { selectedWords, useSelection } from './spec-selection.ts'

/** A correction of a resolved text, on the selected words or on the whole. */
export function ErratumForm({ project, name }: { project: string; name: string }) {
  const picked = useSelection()
  const quote = picked === null ? '' : selectedWords(picked)
  return (
    <ActionForm
      {...{ project, name }}
      of="erratum"
      label="Add an erratum"
      submit="Add"
      adds
      action={(typed) => ({ kind: 'add-erratum', text: typed('text'), quote: typed('quote') })}
    >
      <p className={style.faint}>The sealed text stays as it is; the erratum is shown with it.</p>
      <label>
        Quoted text, selected in the spec
        {/* A new key, because a default is read only once. */}
        <Textarea key={quote} name="quote" rows={2} maxLength={4_000} defaultValue={quote} />
      </label>
      <label>
        Correction
        <Textarea name="text" rows={3} required maxLength={5_000} />
      </label>
    </ActionForm>
  )
}
