import type { Metadata } from 'next'
import Link from 'next/link'
import { IdentityProviderScreen } from '../../../../features/organizations/identity-provider-screen.tsx'
import { identityProviderPath, organizationPath } from '../../../../paths.ts'
import { orRedirectToSignIn } from '../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'

type Props = { params: Promise<{ organization: string }> }

export const metadata: Metadata = { title: 'Identity provider', robots: { index: false } }

export default async function IdentityProviderPage({ params }: Props) {
  const { organization } = await params
  const { identityProvider } = await api()
  const settings = await orRedirectToSignIn(
    identityProvider.settings({ organization }),
    identityProviderPath(organization),
  )
  return (
    <>
      <PageHeader
        above={<Link href={organizationPath(organization)}>{organization}</Link>}
        title="Identity provider"
        summary="Members sign in with OpenID Connect or SAML with the accounts of their organization."
      />
      <IdentityProviderScreen organization={organization} settings={settings} />
    </>
  )
}
