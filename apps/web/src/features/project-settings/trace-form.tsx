'use client'

import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'

/** The address of the tracing system, to which runs link. */
export function TraceForm({ project, url }: { project: string; url: string | null }) {
  return (
    <WriteForm
      label="Traces"
      submit="Save address"
      send={(client, fields) => client.traces.setUrl.mutate({ project, url: fieldText(fields, 'url') ?? null })}
    >
      <Field label="Address of a trace" help="with {traceId} in it, such as https://jaeger.example.org/trace/{traceId}">
        <Input name="url" type="url" maxLength={2_000} defaultValue={url ?? ''} autoComplete="off" />
      </Field>
    </WriteForm>
  )
}
