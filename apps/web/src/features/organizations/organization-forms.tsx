'use client'

import { organizationPath, projectPath } from '../../paths.ts'
import { Field, fieldText, WriteForm } from '../notes/write-form.tsx'
import { RoleField, readRole } from './role-field.tsx'

const SLUG = '[a-z0-9][a-z0-9\\-]{0,62}'
const SLUG_ABOUT = 'used in addresses: lower-case letters, digits and hyphens'

export function NewOrganization() {
  return (
    <WriteForm
      label="New organization"
      submit="Create organization"
      send={async (client, fields) => {
        const slug = fieldText(fields, 'slug') ?? ''
        await client.organizations.create.mutate({ slug, name: fieldText(fields, 'name') ?? slug })
        return organizationPath(slug)
      }}
    >
      <Field label="Short name" about={SLUG_ABOUT}>
        <input name="slug" required pattern={SLUG} autoComplete="off" />
      </Field>
      <Field label="Name" about="display name">
        <input name="name" maxLength={100} autoComplete="organization" />
      </Field>
    </WriteForm>
  )
}

export function NewProject({ organization }: { organization: string }) {
  return (
    <WriteForm
      label="New project"
      submit="Create project"
      send={async (client, fields) => {
        const slug = fieldText(fields, 'slug') ?? ''
        const visibility = readVisibility(fields)
        const name = fieldText(fields, 'name') ?? slug
        await client.projects.create.mutate({ organization, slug, name, visibility })
        return projectPath(slug)
      }}
    >
      <Field label="Short name" about={SLUG_ABOUT}>
        <input name="slug" required pattern={SLUG} autoComplete="off" />
      </Field>
      <Field label="Name">
        <input name="name" maxLength={100} autoComplete="off" />
      </Field>
      <VisibilityField value="private" />
    </WriteForm>
  )
}

export function RenameOrganization({ organization, name }: { organization: string; name: string }) {
  return (
    <WriteForm
      label="Rename"
      submit="Rename"
      send={async (client, fields) => {
        await client.organizations.rename.mutate({ organization, name: fieldText(fields, 'name') ?? '' })
        return null
      }}
    >
      <Field label="Name">
        <input name="name" required maxLength={100} defaultValue={name} autoComplete="organization" />
      </Field>
    </WriteForm>
  )
}

export function ChangeRole(props: { organization: string; personId: string; name: string; role: string }) {
  const { organization, personId, name, role } = props
  return (
    <WriteForm
      label={`Role of ${name}`}
      submit="Change"
      look="button"
      send={async (client, fields) => {
        await client.members.setRole.mutate({ organization, personId, role: readRole(fields) })
        return null
      }}
    >
      <RoleField value={role} />
    </WriteForm>
  )
}

export function RemoveMember(props: { organization: string; personId: string; name: string; isSelf: boolean }) {
  const { organization, personId, name, isSelf } = props
  return (
    <WriteForm
      label={isSelf ? 'Leave' : `Remove ${name}`}
      submit={isSelf ? 'Leave' : 'Remove'}
      look="button"
      done="Removed. The member's tokens for this organization are revoked."
      send={async (client) => {
        await client.members.remove.mutate({ organization, personId })
        return isSelf ? '/o' : null
      }}
    />
  )
}

export function RevokeInvitation({ organization, id, name }: { organization: string; id: string; name: string }) {
  return (
    <WriteForm
      label={`Revoke the invitation for ${name}`}
      submit="Revoke"
      look="button"
      send={async (client) => {
        await client.members.revokeInvitation.mutate({ organization, id })
        return null
      }}
    />
  )
}

export function AcceptInvitation({ secret }: { secret: string }) {
  return (
    <WriteForm
      label="Join"
      submit="Join"
      send={async (client) => organizationPath((await client.members.accept.mutate({ secret })).organization)}
    />
  )
}

const VISIBILITIES = {
  private: 'private: owners and named members',
  internal: 'internal: members of the organization',
  public: 'public: everybody',
} as const

export function VisibilityField({ value }: { value: string }) {
  return (
    <Field label="Visibility">
      <select name="visibility" defaultValue={value}>
        {Object.entries(VISIBILITIES).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function readVisibility(fields: FormData): keyof typeof VISIBILITIES {
  const value = fields.get('visibility')
  return value === 'public' || value === 'internal' ? value : 'private'
}
