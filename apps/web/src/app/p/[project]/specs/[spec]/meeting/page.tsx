import { currentRound } from '@assay/domain/specs/spec'
import type { Metadata } from 'next'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { MeetingHead } from '../../../../../../features/specs/meeting/meeting-head.tsx'
import { MeetingScreen } from '../../../../../../features/specs/meeting/meeting-screen.tsx'
import { meetingComments } from '../../../../../../features/specs/meeting/prepare-meeting.ts'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Meeting on ${(await params).spec.toUpperCase()}` }
}

export default async function SpecMeetingPage({ params }: Props) {
  const { project: given, spec: asked } = await params
  const project = await getProjectKey(given)
  const page = await orNotFound((await api()).specs.get({ project, name: asked }))
  const { name, spec, state, revision, rights } = page
  const round = currentRound(spec)
  return (
    <PageFrame width="full">
      <MeetingHead project={project} page={page} />
      {round !== null && (
        <MeetingScreen
          project={project}
          name={name}
          state={state}
          revision={revision.number}
          isFunctional={spec.kind === 'functional'}
          points={meetingComments(page)}
          headings={revision.blocks.flatMap(({ id, kind, text }) => (kind === 'heading' ? [{ id, text }] : []))}
          written={{ minutes: round.minutes, attendance: round.attendance }}
          names={[spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map((person) => person.name)}
          may={{ record: rights.includes('record'), answer: rights.includes('answer') }}
        />
      )}
    </PageFrame>
  )
}
