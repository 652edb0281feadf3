'use client'

import type { QuotaUse } from '../../trpc/api-types.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'

const MEBIBYTE = 2 ** 20

/** Limits of a project, for owners. */
export function QuotaForm({ project, quotas }: { project: string; quotas: readonly QuotaUse[] }) {
  const maxOf = (kind: QuotaUse['kind']) => quotas.find((quota) => quota.kind === kind)?.max ?? null
  const bytes = maxOf('bytes')
  return (
    <WriteForm
      label="Limits of this project"
      submit="Save limits"
      send={(client, fields) => {
        const limit = (name: string) => {
          const text = fieldText(fields, name)
          return text === undefined ? null : Number(text)
        }
        const mebibytes = limit('mebibytes')
        const quotas = {
          ...{ members: limit('members'), runs: limit('runs'), links: limit('links') },
          bytes: mebibytes === null ? null : mebibytes * MEBIBYTE,
        }
        return client.quotas.setForProject.mutate({ project, quotas })
      }}
    >
      <LimitField label="Maximum members" name="members" value={maxOf('members')} />
      <LimitField label="Maximum runs" name="runs" value={maxOf('runs')} />
      <LimitField
        label="Maximum storage (MiB)"
        name="mebibytes"
        value={bytes === null ? null : Math.floor(bytes / MEBIBYTE)}
      />
      <LimitField label="Maximum open links" name="links" value={maxOf('links')} />
    </WriteForm>
  )
}

function LimitField({ label, name, value }: { label: string; name: string; value: number | null }) {
  return (
    <Field label={label} help="empty for no limit">
      <Input name={name} type="number" min={0} max={900_000_000} defaultValue={value ?? ''} />
    </Field>
  )
}
