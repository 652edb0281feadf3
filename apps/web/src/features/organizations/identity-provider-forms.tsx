'use client'

import type { IdentityProviderSettings } from '../../trpc/answers.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { fieldText, selectedKey, WriteForm } from '../notes/write-form.tsx'

type OfOrganization = { organization: string }
type OfDomain = OfOrganization & { domain: string }

const DEFAULT_ROLES = {
  none: 'nobody: they need an invitation',
  viewer: 'viewers',
  author: 'authors',
  maintainer: 'maintainers',
} as const

/** Saves the OpenID Connect client of the organization. The server tries the issuer before it saves. */
export function ProviderForm({ organization, provider }: OfOrganization & Pick<IdentityProviderSettings, 'provider'>) {
  return (
    <WriteForm
      label="Provider"
      submit="Save"
      send={(client, fields) => {
        const role = selectedKey(DEFAULT_ROLES, fields.get('defaultRole'), 'none')
        const provider = {
          name: fieldText(fields, 'name') ?? '',
          issuer: fieldText(fields, 'issuer') ?? '',
          clientId: fieldText(fields, 'clientId') ?? '',
          clientSecret: fieldText(fields, 'clientSecret') ?? '',
          defaultRole: role === 'none' ? null : role,
        }
        return client.identityProvider.save.mutate({ organization, provider })
      }}
    >
      <Field label="Name" help="on the button of the sign-in">
        <Input name="name" required maxLength={60} defaultValue={provider?.name} autoComplete="off" />
      </Field>
      <Field label="Issuer" help="the address of the provider, such as https://login.example.org">
        <Input name="issuer" type="url" required maxLength={500} defaultValue={provider?.issuer} autoComplete="off" />
      </Field>
      <Field label="Client ID">
        <Input name="clientId" required maxLength={500} defaultValue={provider?.clientId} autoComplete="off" />
      </Field>
      <Field label="Client secret" {...(provider !== null && { about: 'empty keeps the stored one' })}>
        <Input name="clientSecret" type="password" maxLength={2000} autoComplete="off" />
      </Field>
      <SelectField
        label="People who sign in for the first time become"
        name="defaultRole"
        options={Object.entries(DEFAULT_ROLES)}
        value={provider?.defaultRole ?? 'none'}
      />
    </WriteForm>
  )
}

export const RemoveProvider = ({ organization }: OfOrganization) => (
  <WriteForm
    label="Remove the provider"
    submit="Remove"
    variant="danger"
    done="Removed."
    isRemoval
    send={(client) => client.identityProvider.remove.mutate({ organization })}
  />
)

export const RequireProvider = ({ organization, isRequired }: OfOrganization & { isRequired: boolean }) => (
  <WriteForm
    label="Requirement"
    submit="Save"
    done="Saved. It holds from the next request of each member on."
    send={(client, fields) =>
      client.identityProvider.require.mutate({ organization, isRequired: fields.get('isRequired') !== null })
    }
  >
    <Field label="Members have to sign in by the provider">
      <Checkbox name="isRequired" defaultChecked={isRequired} />
    </Field>
  </WriteForm>
)

export const AddMailDomain = ({ organization }: OfOrganization) => (
  <WriteForm
    label="New domain"
    submit="Add domain"
    done="Added."
    send={(client, fields) =>
      client.identityProvider.addDomain.mutate({ organization, domain: fieldText(fields, 'domain') ?? '' })
    }
  >
    <Field label="Domain" help="of your mail addresses, such as example.org">
      <Input name="domain" required maxLength={253} autoComplete="off" />
    </Field>
  </WriteForm>
)

export const VerifyMailDomain = ({ organization, domain }: OfDomain) => (
  <WriteForm
    label={`Verify ${domain}`}
    submit="Verify"
    done="Verified."
    send={(client) => client.identityProvider.verifyDomain.mutate({ organization, domain })}
  />
)

export const RemoveMailDomain = ({ organization, domain }: OfDomain) => (
  <WriteForm
    label={`Remove ${domain}`}
    submit="Remove"
    variant="secondary"
    done="Removed."
    isRemoval
    send={(client) => client.identityProvider.removeDomain.mutate({ organization, domain })}
  />
)
