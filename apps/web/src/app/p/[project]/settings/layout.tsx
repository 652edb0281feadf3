import type { ReactNode } from 'react'
import { SettingsNav } from '../../../../features/project-settings/settings-nav.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { auditPath, notificationsPath, organizationPath, settingsPath, tokensPath } from '../../../../paths.ts'
import { getProject } from '../../../../trpc/server.ts'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function SettingsLayout({ children, params }: Props) {
  const { slug, organization } = await getProject((await params).project)
  return (
    <PageFrame>
      <SettingsNav
        links={[
          { href: settingsPath(slug), label: 'Settings' },
          { href: tokensPath(slug), label: 'Tokens' },
          { href: notificationsPath(slug), label: 'Notifications' },
          { href: auditPath(slug), label: 'Audit log' },
          { href: organizationPath(organization.slug), label: `Organization ${organization.name}` },
        ]}
      />
      {children}
    </PageFrame>
  )
}
