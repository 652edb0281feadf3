import type { Metadata } from 'next'
import {
  EraseProject,
  NameMember,
  ProjectForm,
  TakeOffMember,
} from '../../../../features/project-settings/settings-forms.tsx'
import { TraceForm } from '../../../../features/project-settings/trace-form.tsx'
import { QuotaForm } from '../../../../features/quotas/quota-form.tsx'
import { QuotaTable } from '../../../../features/quotas/quota-table.tsx'
import { RetentionForm } from '../../../../features/quotas/retention-form.tsx'
import { StorageTable } from '../../../../features/quotas/storage-table.tsx'
import { settingsPath } from '../../../../paths.ts'
import { orRedirectToSignIn } from '../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../trpc/server-caller.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { formatDate } from '../../../../ui/format-date.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Section } from '../../../../ui/section.tsx'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Settings', robots: { index: false } }

export default async function SettingsPage({ params }: Props) {
  const { project: slug } = await params
  const { projects, quotas, retention, traces } = await api()
  const members = await orRedirectToSignIn(projects.members({ project: slug }), settingsPath(slug))
  const quota = await orRedirectToSignIn(quotas.ofProject({ project: slug }), settingsPath(slug))
  const [stored, rule, traceUrl] = await Promise.all([
    quotas.storageOfProject({ project: slug }),
    retention.rule({ project: slug }),
    traces.url({ project: slug }),
  ])
  const { project, role } = await projects.mine({ project: slug })
  return (
    <>
      <PageHeader
        title={`${project.name} is ${project.visibility}, and you are its ${role}`}
        summary="Settings of the project: its name and who reads it, members, quotas, storage, traces."
      />
      <Section title="Project">
        <ProjectForm project={project} isOwner={role === 'owner'} />
      </Section>
      <Section
        title="Members with a role on this project"
        aside="members with access to a private project, besides the owners of the organization"
      >
        {members.length > 0 && (
          <DataTable
            caption="Members with a role on this project"
            stacks
            rows={members}
            rowKey={({ personId }) => personId}
            columns={[
              { key: 'name', header: 'Name', heads: true, cell: ({ name, email }) => `${name}, ${email}` },
              { key: 'role', header: 'Role', cell: (member) => member.role },
              { key: 'since', header: 'Since', cell: ({ since }) => formatDate(since) },
              {
                key: 'actions',
                header: 'Change',
                cell: ({ personId, name }) => <TakeOffMember project={slug} personId={personId} name={name} />,
              },
            ]}
          />
        )}
        <NameMember project={slug} />
      </Section>
      <Section title="Quotas" id="quotas" aside="what the project stores; the quotas of its organization hold as well">
        <QuotaTable quotas={quota} />
        {role === 'owner' && <QuotaForm project={slug} quotas={quota} />}
      </Section>
      <Section
        title="Storage"
        id="storage"
        aside="runs in reports, specs and shared links keep their raw files and samples"
      >
        <StorageTable rows={[{ project: project.slug, ...stored }]} />
        {role === 'owner' && <RetentionForm project={slug} rule={rule} />}
      </Section>
      <Section title="Traces" id="traces" aside="runs that name OpenTelemetry traces link to them">
        <TraceForm project={slug} url={traceUrl} />
      </Section>
      {role === 'owner' && (
        <Section title="Delete this project" variant="danger">
          <EraseProject project={slug} organization={project.organization.slug} />
        </Section>
      )}
    </>
  )
}
