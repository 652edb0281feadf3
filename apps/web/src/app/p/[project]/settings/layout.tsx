import Link from 'next/link'
import type { ReactNode } from 'react'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import style from '../../../../features/tokens/tokens.module.css'
import { auditPath, organizationPath, settingsPath, tellingPath, tokensPath } from '../../../../paths.ts'
import { getProject } from '../../../../trpc/server.ts'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function SettingsLayout({ children, params }: Props) {
  const { slug, organization } = await getProject((await params).project)
  return (
    <PageFrame>
      <nav aria-label="Settings" className={style.links}>
        <Link href={settingsPath(slug)}>Settings</Link>
        <Link href={tokensPath(slug)}>Tokens</Link>
        <Link href={tellingPath(slug)}>Telling</Link>
        <Link href={auditPath(slug)}>Audit log</Link>
        <Link href={organizationPath(organization.slug)}>Organization {organization.name}</Link>
      </nav>
      {children}
    </PageFrame>
  )
}
