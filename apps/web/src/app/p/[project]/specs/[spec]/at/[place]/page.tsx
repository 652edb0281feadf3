import { redirect } from 'next/navigation'
import { specPath } from '../../../../../../../paths.ts'
import { api, getProject, orNotFound } from '../../../../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string; spec: string; place: string }> }

/** Leads a permanent link to where its heading, paragraph or feedback stands now, or stood last. */
export default async function SpecPlacePage({ params }: Props) {
  const { project: given, spec, place } = await params
  const { slug: project } = await getProject(given)
  const { specs } = await api()
  const to = await orNotFound(specs.place({ project, name: spec, place: decodeURIComponent(place) }))
  const gone = to.revision === null ? '' : `&gone=${encodeURIComponent(to.fragment)}`
  redirect(`${specPath(project, spec, to.revision ?? undefined)}${gone}#${to.fragment}`)
}
