import type { Metadata } from 'next'
import { TargetsScreen } from '../../../features/notifications/channels-screen.tsx'
import { Feeds } from '../../../features/notifications/feeds.tsx'
import { LostTargets } from '../../../features/notifications/inaccessible-channels.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { accountPath, ownTargetPath, ownTellingPath } from '../../../paths.ts'
import { orRedirectToSignIn } from '../../../trpc/redirect-to-sign-in.ts'
import { api } from '../../../trpc/server.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'

export const metadata: Metadata = { title: 'Being told', robots: { index: false } }

export default async function OwnTellingPage() {
  const { ownTelling, projects } = await api()
  const [{ targets, lost, mail, feeds }, readable] = await Promise.all([
    orRedirectToSignIn(ownTelling.list(), ownTellingPath()),
    projects.list(),
  ])
  return (
    <>
      <TopBar />
      <PageFrame>
        <PageHeader
          title="Being told of findings"
          above={<a href={accountPath()}>Your account</a>}
          summary="Where you hear of what changed, in projects that you read. Nobody else sees these."
        />
        <TargetsScreen
          {...{ targets, mail }}
          project={null}
          projects={readable.map(({ slug, name }) => ({ slug, name }))}
          hrefOf={({ project, id }) => ownTargetPath(project, id)}
        />
        {lost.length > 0 && (
          <Section title="Left behind" aside="in projects that you do not read any more; nothing is told there">
            <LostTargets targets={lost} />
          </Section>
        )}
        <Section title="Feeds of projects that are not public" aside="the feed of a public one is on its findings">
          <Feeds feeds={feeds} projects={readable.map(({ slug, name }) => ({ slug, name }))} />
        </Section>
      </PageFrame>
    </>
  )
}
