import type { IdentityProviderSettings } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import {
  AddMailDomain,
  ProviderForm,
  RemoveMailDomain,
  RemoveProvider,
  RequireProvider,
  VerifyMailDomain,
} from './identity-provider-forms.tsx'
import { ScimToken } from './scim-token.tsx'

type Props = { organization: string; settings: IdentityProviderSettings }
type DomainProps = { organization: string; domain: IdentityProviderSettings['domains'][number] }

/** The mail domains and the identity provider of an organization, for its owners. */
export function IdentityProviderScreen({ organization, settings }: Props) {
  const { domains, provider, redirectUri, saml, scim, isRequired, membersOutside } = settings
  return (
    <>
      <Section title="Mail domains" aside="the provider signs in people with an address in a verified domain only">
        {domains.map((domain) => (
          <MailDomain key={domain.domain} organization={organization} domain={domain} />
        ))}
        <AddMailDomain organization={organization} />
      </Section>
      <Section title="Provider">
        <ProviderForm organization={organization} provider={provider} redirectUri={redirectUri} saml={saml} />
        {provider !== null && <RemoveProvider organization={organization} />}
      </Section>
      <Section title="Directory (SCIM)" aside="creates, disables and removes members">
        <ScimToken organization={organization} scim={scim} />
      </Section>
      {provider !== null && (
        <Section title="Requirement">
          <p>
            With it, a sign-in by password, passkey, GitHub or the server&rsquo;s own provider opens nothing for
            members. Tokens are not affected. Members whose address is in no verified domain lose access:{' '}
            {membersOutside}.
          </p>
          <RequireProvider organization={organization} isRequired={isRequired} />
        </Section>
      )}
    </>
  )
}

function MailDomain({ organization, domain: { domain, txtName, txtValue, verifiedAt, verifiedBy } }: DomainProps) {
  return (
    <div>
      <h3>{domain}</h3>
      {verifiedAt === null ? (
        <>
          <p>
            Not verified. Add a TXT record to your DNS, or ask the operator of this server to run{' '}
            <code>
              npx assay verify-domain {organization} {domain}
            </code>
            .
          </p>
          <p>
            Name <code>{txtName}</code>, value <code>{txtValue}</code>
          </p>
          <VerifyMailDomain organization={organization} domain={domain} />
        </>
      ) : (
        <p>
          Verified {verifiedBy === 'dns' ? 'by DNS' : 'by the operator'} on {formatDate(verifiedAt)}.
        </p>
      )}
      <RemoveMailDomain organization={organization} domain={domain} />
    </div>
  )
}
