'use client'

import { projectKey } from '@assay/domain/projects/project-key'
import { organizationPath, projectPath } from '../../paths.ts'
import type { LinkPolicy } from '../../trpc/api-types.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { fieldText, selectedKey, WriteForm } from '../notes/write-form.tsx'
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
        return slug
      }}
      next={organizationPath}
    >
      <Field label="Short name" help={SLUG_ABOUT}>
        <Input name="slug" required pattern={SLUG} autoComplete="off" />
      </Field>
      <Field label="Name" help="display name">
        <Input name="name" maxLength={100} autoComplete="organization" />
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
        return projectKey(await client.projects.create.mutate({ organization, slug, name, visibility }))
      }}
      next={projectPath}
    >
      <Field label="Short name" help={SLUG_ABOUT}>
        <Input name="slug" required pattern={SLUG} autoComplete="off" />
      </Field>
      <Field label="Name">
        <Input name="name" maxLength={100} autoComplete="off" />
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
      send={(client, fields) =>
        client.organizations.rename.mutate({ organization, name: fieldText(fields, 'name') ?? '' })
      }
    >
      <Field label="Name">
        <Input name="name" required maxLength={100} defaultValue={name} autoComplete="organization" />
      </Field>
    </WriteForm>
  )
}

const LINK_ROLES = { author: 'authors and above', maintainer: 'maintainers and owners', owner: 'owners' } as const
const LINKS_OF_REMOVED = { keep: "keep the member's links", revoke: "revoke the member's links" } as const

/** The rules for shared links and public links of specs, which open without an account. */
export function LinkPolicyForm({ organization, policy }: { organization: string; policy: LinkPolicy }) {
  return (
    <WriteForm
      label="Links"
      submit="Save"
      done="Saved. Existing links now expire within this limit."
      send={(client, fields) => {
        const days = fieldText(fields, 'maxDays')
        const policy: LinkPolicy = {
          minRole: selectedKey(LINK_ROLES, fields.get('minRole'), 'owner'),
          maxDays: days === undefined ? null : Number(days),
          byTokens: fields.get('byTokens') !== null,
          ofRemoved: selectedKey(LINKS_OF_REMOVED, fields.get('ofRemoved'), 'revoke'),
        }
        return client.organizations.setLinkPolicy.mutate({ organization, policy })
      }}
    >
      <SelectField label="Created by" name="minRole" options={Object.entries(LINK_ROLES)} value={policy.minRole} />
      <Field label="Service tokens can create links">
        <Checkbox name="byTokens" defaultChecked={policy.byTokens} />
      </Field>
      <Field label="Maximum lifetime (days)" help="empty for no limit">
        <Input name="maxDays" type="number" min={1} max={3660} defaultValue={policy.maxDays ?? ''} />
      </Field>
      <SelectField
        label="When a member is removed"
        name="ofRemoved"
        options={Object.entries(LINKS_OF_REMOVED)}
        value={policy.ofRemoved}
      />
    </WriteForm>
  )
}

/** Requires a second factor of all members. */
export function SecondFactorForm({ organization, isRequired }: { organization: string; isRequired: boolean }) {
  return (
    <WriteForm
      label="Second factor"
      submit="Save"
      done="Saved. It takes effect with the next request of each member."
      send={(client, fields) =>
        client.organizations.requireSecondFactor.mutate({
          organization,
          isRequired: fields.get('isRequired') !== null,
        })
      }
    >
      <Field label="Members need a second factor">
        <Checkbox name="isRequired" defaultChecked={isRequired} />
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
      variant="secondary"
      send={(client, fields) => client.members.setRole.mutate({ organization, personId, role: readRole(fields) })}
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
      variant="secondary"
      done="Removed. The member's tokens for this organization are revoked."
      isRemoval
      send={(client) => client.members.remove.mutate({ organization, personId })}
      {...(isSelf ? { next: () => '/o' } : {})}
    />
  )
}

export function RevokeInvitation({ organization, id, name }: { organization: string; id: string; name: string }) {
  return (
    <WriteForm
      label={`Revoke the invitation for ${name}`}
      submit="Revoke"
      done={`The invitation for ${name} is revoked.`}
      isRemoval
      variant="secondary"
      send={(client) => client.members.revokeInvitation.mutate({ organization, id })}
    />
  )
}

export function AcceptInvitation({ secret }: { secret: string }) {
  return (
    <WriteForm
      label="Join"
      submit="Join"
      send={(client) => client.members.accept.mutate({ secret })}
      next={({ organization }) => organizationPath(organization)}
    />
  )
}

const VISIBILITIES = {
  private: 'private: owners and named members',
  internal: 'internal: members of the organization',
  public: 'public: everybody',
} as const

export function VisibilityField({ value }: { value: string }) {
  return <SelectField label="Visibility" name="visibility" options={Object.entries(VISIBILITIES)} value={value} />
}

export const readVisibility = (fields: FormData): keyof typeof VISIBILITIES =>
  selectedKey(VISIBILITIES, fields.get('visibility'), 'private')
