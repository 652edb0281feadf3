'use client'

import type { RetentionRule } from '../../trpc/api-types.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'

/** Days after which raw files and samples of a project are deleted, for owners. */
export function RetentionForm({ project, rule }: { project: string; rule: RetentionRule }) {
  return (
    <WriteForm
      label="Retention"
      submit="Save retention"
      send={(client, fields) => {
        const days = (name: string) => {
          const text = fieldText(fields, name)
          return text === undefined ? null : Number(text)
        }
        const rule = { fileDays: days('fileDays'), sampleDays: days('sampleDays') }
        return client.retention.setRule.mutate({ project, rule })
      }}
    >
      <DaysField label="Delete raw files after (days)" name="fileDays" value={rule.fileDays} />
      <DaysField label="Delete samples after (days)" name="sampleDays" value={rule.sampleDays} />
    </WriteForm>
  )
}

function DaysField({ label, name, value }: { label: string; name: string; value: number | null }) {
  return (
    <Field label={label} help="since the upload; empty to keep them forever">
      <Input name={name} type="number" min={1} max={36_600} defaultValue={value ?? ''} />
    </Field>
  )
}
