import type { Metadata } from 'next'
import Link from 'next/link'
import { NewOrganization } from '../../features/organizations/organization-forms.tsx'
import { organizationPath, organizationsPath } from '../../paths.ts'
import { orRedirectToSignIn } from '../../server/redirect-to-sign-in.ts'
import { api } from '../../trpc/server-caller.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'

export const metadata: Metadata = { title: 'Organizations', robots: { index: false } }

export default async function OrganizationsPage() {
  const organizations = await orRedirectToSignIn((await api()).organizations.mine(), organizationsPath())
  return (
    <>
      <PageHeader title="Organizations" summary="Teams and their projects." />
      {organizations.length === 0 ? (
        <EmptyState title="You are not a member of any organization yet">
          <p>Create one below, or ask to be invited to an existing one.</p>
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
