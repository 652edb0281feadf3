'use client'

import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldText } from '../notes/write-form.tsx'

/** The sites that may embed the share. */
export function EmbedHostsField({ hosts = null }: { hosts?: readonly string[] | null }) {
  const [which, setWhich] = useState(hosts === null ? 'every' : hosts.length === 0 ? 'none' : 'these')
  return (
    <>
      <Field label="Allow embedding on">
        <Select name="frames" value={which} onChange={(event) => setWhich(event.currentTarget.value)}>
          <option value="every">every site</option>
          <option value="these">these sites</option>
          <option value="none">no site</option>
        </Select>
      </Field>
      {which === 'these' && (
        <Field label="Sites" help="separated by spaces">
          <Input name="hosts" required defaultValue={hosts?.join(' ')} placeholder="blog.example.com *.example.org" />
        </Field>
      )}
    </>
  )
}

/** Parses the field: null for every site, an empty list for no site. */
export function readEmbedHosts(fields: FormData): string[] | null {
  const [frames, hosts] = [fieldText(fields, 'frames'), fieldText(fields, 'hosts')]
  if (frames === 'none') return []
  return frames === 'these' ? (hosts ?? '').split(/[\s,]+/).filter((host) => host !== '') : null
}
