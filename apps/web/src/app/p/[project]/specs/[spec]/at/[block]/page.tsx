import { redirect } from 'next/navigation'
import { specPath } from '../../../../../../../paths.ts'
import { api, getProjectKey, orNotFound } from '../../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string; block: string }> }

/** Redirects the permanent link of a heading, paragraph or comment to its current position, or to the last revision that has it. */
export default async function SpecBlockPage({ params }: Props) {
  const { project: given, spec, block } = await params
  const project = await getProjectKey(given)
  const { specs } = await api()
  const to = await orNotFound(specs.findBlock({ project, name: spec, blockName: decodeURIComponent(block) }))
  const gone = to.revision === null ? '' : `&gone=${encodeURIComponent(to.fragment)}`
  redirect(`${specPath(project, spec, to.revision ?? undefined)}${gone}#${to.fragment}`)
}
