import { pathOfProject } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import Link from 'next/link'
import { MemberList } from '../../../features/organizations/member-list.tsx'
import {
  LinkPolicyForm,
  NewProject,
  RenameOrganization,
  SecondFactorForm,
} from '../../../features/organizations/organization-forms.tsx'
import { QuotaTable } from '../../../features/quotas/quota-table.tsx'
import { StorageTable } from '../../../features/quotas/storage-table.tsx'
import { identityProviderPath, organizationAuditPath, organizationPath, organizationsPath } from '../../../paths.ts'
import { orRedirectToSignIn } from '../../../server/redirect-to-sign-in.ts'
import type { Project } from '../../../trpc/api-types.ts'
import { api, getPerson } from '../../../trpc/server-caller.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'

type Props = { params: Promise<{ organization: string }> }

export const metadata: Metadata = { title: 'Organization', robots: { index: false } }

export default async function OrganizationPage({ params }: Props) {
  const { organization: slug } = await params
  const path = organizationPath(slug)
  const { organizations, members, quotas } = await api()
  const organization = await orRedirectToSignIn(organizations.get({ organization: slug }), path)
  const list = await orRedirectToSignIn(members.list({ organization: slug }), path)
  const policy = await orRedirectToSignIn(organizations.linkPolicy({ organization: slug }), path)
  const quota = await orRedirectToSignIn(quotas.ofOrganization({ organization: slug }), path)
  const factor = organization.role === 'owner' ? await organizations.secondFactorPolicy({ organization: slug }) : null
  const me = (await getPerson())?.id ?? ''
  const { name, role, projects } = organization
  const manages = role === 'owner' || role === 'maintainer'
  const storage = manages ? await quotas.storageOfOrganization({ organization: slug }) : []
  return (
    <>
      <PageHeader
        above={<Link href={organizationsPath()}>Organizations</Link>}
        title={name}
        summary={`Your role: ${role}.`}
        actions={manages && <Link href={organizationAuditPath(slug)}>Audit log</Link>}
      />
      <ProjectList projects={projects} />
      {manages && (
        <Section title="New project">
          <NewProject organization={slug} />
        </Section>
      )}
      <MemberList organization={slug} list={list} me={me} />
      <Section
        title="Quotas"
        id="quotas"
        aside="what all projects store together; the operator of the server sets them"
      >
        <QuotaTable quotas={quota} />
      </Section>
      {storage.length > 0 && (
        <Section title="Storage" id="storage">
          <StorageTable rows={storage} />
        </Section>
      )}
      {role === 'owner' && (
        <Section title="Links" id="links">
          <p>Shared links and public links of specs open without an account.</p>
          <LinkPolicyForm organization={slug} policy={policy} />
        </Section>
      )}
      {factor !== null && (
        <Section title="Second factor" id="second-factor">
          <p>
            An authenticator app or a passkey. Members without one: {factor.membersWithout}. They are led to add one
            when they sign in.
          </p>
          <SecondFactorForm organization={slug} isRequired={factor.isRequired} />
        </Section>
      )}
      {role === 'owner' && (
        <Section title="Identity provider" id="identity-provider">
          <p>
            Members can sign in with a provider of your own (OpenID Connect or SAML 2.0).{' '}
            <Link href={identityProviderPath(slug)}>Manage the identity provider</Link>
          </p>
        </Section>
      )}
      {role === 'owner' && (
        <Section title="Rename">
          <RenameOrganization organization={slug} name={name} />
        </Section>
      )}
    </>
  )
}

type ProjectListProps = { projects: readonly Pick<Project, 'slug' | 'name' | 'visibility' | 'organization'>[] }

function ProjectList({ projects }: ProjectListProps) {
  return (
    <Section title="Projects">
      {projects.length === 0 ? (
        <EmptyState title="No project yet">
          <p>A project contains runs and controls their visibility.</p>
        </EmptyState>
      ) : (
        <ul>
          {projects.map((project) => (
            <li key={project.slug}>
              <Link href={pathOfProject(project)} prefetch={false}>
                {project.name}
              </Link>{' '}
              {project.visibility}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
