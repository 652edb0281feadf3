import { projectKey } from '@assay/domain/projects/project-key'
import type { ReactNode } from 'react'
import { SettingsNav } from '../../../../features/project-settings/settings-nav.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { settingsPages } from '../../../../features/shell/project-sections.ts'
import { organizationPath, settingsPath } from '../../../../paths.ts'
import { getProject } from '../../../../trpc/server-caller.ts'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function SettingsLayout({ children, params }: Props) {
  const project = await getProject((await params).project)
  const { organization } = project
  const key = projectKey(project)
  return (
    <PageFrame>
      <SettingsNav
        links={[
          { href: settingsPath(key), label: 'Settings' },
          ...settingsPages(key),
          { href: organizationPath(organization.slug), label: `Organization ${organization.name}` },
        ]}
      />
      {children}
    </PageFrame>
  )
}
