import type { Metadata } from 'next'
import Link from 'next/link'
import { NewOrganization } from '../../features/organizations/organization-forms.tsx'
import { organizationPath, organizationsPath } from '../../paths.ts'
import { orRedirectToSignIn } from '../../trpc/redirect-to-sign-in.ts'
import { api } from '../../trpc/server.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'

export const metadata: Metadata = { title: 'Organizations', robots: { index: false } }

export default async function OrganizationsPage() {
  const organizations = await orRedirectToSignIn((await api()).organizations.mine(), organizationsPath())
  return (
    <>
      <PageHeader title="Organizations" summary="People and the projects that they share." />
      {organizations.length === 0 ? (
        <EmptyState title="You are a member of none yet">
          <p>Make one below, or ask somebody to invite you into theirs.</p>
        </EmptyState>
      ) : (
        <ul>
          {organizations.map(({ slug, name, role }) => (
            <li key={slug}>
              <Link href={organizationPath(slug)} prefetch={false}>
                {name}
              </Link>{' '}
              as {role}
            </li>
          ))}
        </ul>
      )}
      <Section title="New organization">
        <NewOrganization />
      </Section>
    </>
  )
}
