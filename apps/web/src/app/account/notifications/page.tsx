import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { ChannelsScreen } from '../../../features/notifications/channels-screen.tsx'
import { channelsTitle } from '../../../features/notifications/channels-title.ts'
import { Feeds } from '../../../features/notifications/feeds.tsx'
import { InaccessibleChannels } from '../../../features/notifications/inaccessible-channels.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { accountPath, ownChannelPath, ownNotificationsPath } from '../../../paths.ts'
import { orRedirectToSignIn } from '../../../server/redirect-to-sign-in.ts'
import { api } from '../../../trpc/server-caller.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'

export const metadata: Metadata = { title: 'Notifications', robots: { index: false } }

export default async function OwnNotificationsPage() {
  const { ownNotifications, projects } = await api()
  const [{ channels, inaccessible, mail, feeds }, readable] = await Promise.all([
    orRedirectToSignIn(ownNotifications.list(), ownNotificationsPath()),
    projects.list(),
  ])
  return (
    <>
      <TopBar />
      <PageFrame>
        <PageHeader
          title={channelsTitle(channels)}
          above={<a href={accountPath()}>Your account</a>}
          summary="Your own channels for findings in projects that you can read. Only you can see them."
        />
        <ChannelsScreen
          {...{ channels, mail }}
          project={null}
          projects={readable.map((project) => ({ key: projectKey(project), name: project.name }))}
          hrefOf={({ project, id }) => ownChannelPath(project, id)}
        />
        {inaccessible.length > 0 && (
          <Section
            title="Inaccessible"
            aside="in projects that you cannot read any more; nothing is sent to these channels"
          >
            <InaccessibleChannels channels={inaccessible} />
          </Section>
        )}
        <Section
          title="Feeds of projects that are not public"
          aside="a public project has its feed on the findings page"
        >
          <Feeds
            feeds={feeds}
            projects={readable.map((project) => ({ key: projectKey(project), name: project.name }))}
          />
        </Section>
      </PageFrame>
    </>
  )
}
