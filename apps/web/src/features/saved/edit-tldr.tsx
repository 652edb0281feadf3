'use client'

import type { SavedComparison } from '../../trpc/api-types.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import style from './saved-screen.module.css'

/** Edits the tl;dr of a saved comparison; the derived one is shown too. */
export function EditTldr({ project, saved }: { project: string; saved: SavedComparison }) {
  const { slug, title, study, query, about, source } = saved
  return (
    <details className={`${style.edit} no-print needs-script`}>
      <summary>Edit the tl;dr</summary>
      <WriteForm
        label="Edit the tl;dr"
        submit="Save"
        send={(client, fields) => {
          const comparison = { title, study, query, about, source, tldr: fieldText(fields, 'tldr') }
          return client.savedComparisons.save.mutate({ project, slug, comparison })
        }}
      >
        <Field label="tl;dr" help="one sentence per line; the summary derived from the numbers stays below it">
          <Textarea name="tldr" rows={5} maxLength={20_000} defaultValue={saved.tldr ?? ''} />
        </Field>
      </WriteForm>
    </details>
  )
}
