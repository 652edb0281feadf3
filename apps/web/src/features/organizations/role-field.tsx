'use client'

import { SelectField } from '../../ui/field.tsx'
import { selectedKey } from '../notes/write-form.tsx'

const ROLES = {
  viewer: 'viewer: reads',
  author: 'author: reads and writes',
  maintainer: 'maintainer: also manages tokens and members',
  owner: 'owner: everything',
} as const

export function RoleField({ value = 'author' }: { value?: string }) {
  return <SelectField label="Role" name="role" options={Object.entries(ROLES)} value={value} />
}

export const readRole = (fields: FormData): keyof typeof ROLES => selectedKey(ROLES, fields.get('role'), 'viewer')
