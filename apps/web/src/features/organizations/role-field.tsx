'use client'

import { Field } from '../notes/write-form.tsx'

const ROLES = {
  viewer: 'viewer: reads',
  author: 'author: reads and writes',
  maintainer: 'maintainer: manages tokens and people too',
  owner: 'owner: everything',
} as const

export function RoleField({ value = 'author' }: { value?: string }) {
  return (
    <Field label="Role">
      <select name="role" defaultValue={value}>
        {Object.entries(ROLES).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function readRole(fields: FormData): keyof typeof ROLES {
  const value = fields.get('role')
  return value === 'owner' || value === 'maintainer' || value === 'author' ? value : 'viewer'
}
