'use client'

import { useState } from 'react'
import type { IdentityProviderSettings } from '../../trpc/api-types.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Checkbox, Input, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldText, selectedKey, WriteForm } from '../notes/write-form.tsx'

type OfOrganization = { organization: string }
type OfDomain = OfOrganization & { domain: string }

const DEFAULT_ROLES = {
  none: 'none: they need an invitation',
  viewer: 'viewers',
  author: 'authors',
  maintainer: 'maintainers',
} as const

const PROTOCOLS = { oidc: 'OpenID Connect', saml: 'SAML 2.0' } as const

type ProviderFormProps = OfOrganization & Pick<IdentityProviderSettings, 'provider' | 'redirectUri' | 'saml'>

/** Saves how the organization's provider is reached. The server tries an issuer of OpenID Connect before it saves. */
export function ProviderForm({ organization, provider, redirectUri, saml }: ProviderFormProps) {
  const [protocol, setProtocol] = useState(provider?.protocol ?? 'oidc')
  return (
    <>
      <Field label="Protocol">
        <Select
          options={Object.entries(PROTOCOLS)}
          value={protocol}
          onChange={(event) => setProtocol(selectedKey(PROTOCOLS, event.target.value, 'oidc'))}
        />
      </Field>
      {protocol === 'oidc' ? (
        <p>
          Register this redirect URI at the provider: <code>{redirectUri}</code>
        </p>
      ) : (
        <p>
          Register this service at the provider by its metadata <code>{saml.entityId}</code>, which is its entity id
          too, or by the address of its assertion consumer service: <code>{saml.acsUrl}</code>
        </p>
      )}
      <WriteForm
        key={protocol}
        label="Provider"
        submit="Save"
        send={(client, fields) => {
          const role = selectedKey(DEFAULT_ROLES, fields.get('defaultRole'), 'none')
          const text = (name: string) => fieldText(fields, name) ?? ''
          const every = { name: text('name'), issuer: text('issuer'), defaultRole: role === 'none' ? null : role }
          const saved =
            protocol === 'oidc'
              ? { ...every, protocol, clientId: text('clientId'), clientSecret: text('clientSecret') }
              : { ...every, protocol, ssoUrl: text('ssoUrl'), certificates: text('certificates') }
          return client.identityProvider.save.mutate({ organization, provider: saved })
        }}
      >
        <Field label="Name" help="on the button of the sign-in">
          <Input name="name" required maxLength={60} defaultValue={provider?.name} autoComplete="off" />
        </Field>
        {protocol === 'oidc' ? (
          <OidcFields provider={provider?.protocol === 'oidc' ? provider : null} />
        ) : (
          <SamlFields provider={provider?.protocol === 'saml' ? provider : null} />
        )}
        <SelectField
          label="Role of new members"
          name="defaultRole"
          options={Object.entries(DEFAULT_ROLES)}
          value={provider?.defaultRole ?? 'none'}
        />
      </WriteForm>
    </>
  )
}

type Provider = NonNullable<IdentityProviderSettings['provider']>

const OidcFields = ({ provider }: { provider: Extract<Provider, { protocol: 'oidc' }> | null }) => (
  <>
    <Field label="Issuer" help="the address of the provider, such as https://login.example.org">
      <Input name="issuer" type="url" required maxLength={500} defaultValue={provider?.issuer} autoComplete="off" />
    </Field>
    <Field label="Client ID">
      <Input name="clientId" required maxLength={500} defaultValue={provider?.clientId} autoComplete="off" />
    </Field>
    <Field label="Client secret" {...(provider !== null && { about: 'empty keeps the stored one' })}>
      <Input name="clientSecret" type="password" maxLength={2000} autoComplete="off" />
    </Field>
  </>
)

const SamlFields = ({ provider }: { provider: Extract<Provider, { protocol: 'saml' }> | null }) => (
  <>
    <Field label="Entity ID" help="of the provider, also called issuer">
      <Input name="issuer" required maxLength={500} defaultValue={provider?.issuer} autoComplete="off" />
    </Field>
    <Field label="Sign-in address" help="single sign-on service, HTTP-Redirect binding">
      <Input name="ssoUrl" type="url" required maxLength={500} defaultValue={provider?.ssoUrl} autoComplete="off" />
    </Field>
    <Field label="Certificates" help="PEM certificates that sign assertions; both during a key rotation">
      <Textarea name="certificates" required rows={6} maxLength={20_000} defaultValue={provider?.certificates} />
    </Field>
  </>
)

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
    done="Saved. It takes effect with the next request of each member."
    send={(client, fields) =>
      client.identityProvider.require.mutate({ organization, isRequired: fields.get('isRequired') !== null })
    }
  >
    <Field label="Members have to sign in with the provider">
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
