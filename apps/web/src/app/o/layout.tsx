import type { ReactNode } from 'react'
import { PageFrame } from '../../features/shell/page-frame.tsx'
import { TopBar } from '../../features/shell/top-bar.tsx'

export default function OrganizationsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <TopBar />
      <PageFrame>{children}</PageFrame>
    </>
  )
}
