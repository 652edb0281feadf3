import type { Metadata } from 'next'
import { PageFrame } from '../features/shell/page-frame.tsx'
import { PlainTopBar } from '../features/shell/top-bar.tsx'
import { projectsPath, signInPath } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <>
      <PlainTopBar />
      <PageFrame>
        <PageHeader title="Page not found" />
        <EmptyState title="What to do">
          <p>
            Check the address for a missing character, or start again from <a href={projectsPath()}>the projects</a>. A
            private project answers like one that does not exist to all but its members:{' '}
            <a href={signInPath()}>sign in</a> to see it.
          </p>
        </EmptyState>
      </PageFrame>
    </>
  )
}
