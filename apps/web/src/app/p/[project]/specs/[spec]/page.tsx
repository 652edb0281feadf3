import type { Metadata } from 'next'
import { cache } from 'react'
import { LiveUpdates } from '../../../../../features/live-updates/live-updates.tsx'
import { readVersionNumber } from '../../../../../features/reports/read-version-number.ts'
import { whenAllowed, whenThere } from '../../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { SpecScreen } from '../../../../../features/specs/spec-screen.tsx'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getEventPosition, getPerson, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string }>; searchParams: SearchParams }

const getSpec = cache(async (project: string, name: string, revision: number | undefined) =>
  orNotFound(
    (await api()).specs.get({ project, name, ...(revision === undefined ? { asResolved: true } : { revision }) }),
  ),
)

async function specOf({ params, searchParams }: Props) {
  const { project, spec } = await params
  return getSpec(project, spec, readVersionNumber((await readSearchParams(searchParams)).get('revision')))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, spec } = await specOf(props)
  return { title: `${name} ${spec.title}` }
}

export default async function SpecPage(props: Props) {
  const project = await getProjectKey((await props.params).project)
  const position = await getEventPosition()
  const page = await specOf(props)
  const { specs, reviewers } = await api()
  const person = await getPerson()
  const names = page.rights.includes('steer') || page.rights.includes('hand-over')
  const { parent, spec } = page
  // The target of a permanent link that the newest revision no longer contains.
  const gone = (await readSearchParams(props.searchParams)).get('gone')
  const isBehind = parent !== null && spec.baseRevision !== null && spec.baseRevision < parent.revision
  const [revisions, mails, people, parentChanges, movedBlock] = await Promise.all([
    specs.revisions({ project, name: page.name }),
    person === null ? null : reviewers.mails({ project, name: page.name }),
    // An author may have left the project since; they can still see the rest of the page.
    names && person !== null ? whenAllowed(specs.people({ project, name: page.name })) : null,
    isBehind ? specs.diff({ project, name: parent.name, from: spec.baseRevision ?? 1, to: parent.revision }) : null,
    gone === null ? null : whenThere(specs.findBlock({ project, name: page.name, blockName: gone })),
    person === null ? null : specs.recordRead({ project, name: page.name, revision: page.revision.number }),
  ])
  return (
    <PageFrame width="full">
      <SpecScreen
        {...{ project, page, revisions, mails, parentChanges }}
        isSignedIn={person !== null}
        people={people ?? []}
        lastOf={movedBlock !== null && movedBlock.revision === page.revision.number ? movedBlock.fragment : null}
      />
      <LiveUpdates project={project} spec={page.name} position={position} />
    </PageFrame>
  )
}
