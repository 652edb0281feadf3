'use client'

import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import style from './note-form.module.css'
import { fieldText, WriteForm } from './write-form.tsx'

type Props = { project: string; about: { runId?: string; coordinates?: Record<string, string> }; summary?: string }

/** Adds a note on a run, a version or a cell. */
export function NoteForm({ project, about, summary = 'Add a note' }: Props) {
  return (
    <details className={`${style.add} no-print needs-script`}>
      <summary>{summary}</summary>
      <WriteForm
        label={summary}
        submit="Add note"
        send={(client, fields) => {
          const annotation = { ...about, text: fieldText(fields, 'text'), author: fieldText(fields, 'author') }
          return client.annotations.add.mutate({ project, annotation })
        }}
      >
        <Field label="Note" help="Markdown works">
          <Textarea name="text" required maxLength={5_000} />
        </Field>
        <Field label="Your name" help="optional">
          <Input name="author" maxLength={200} autoComplete="name" />
        </Field>
      </WriteForm>
    </details>
  )
}
