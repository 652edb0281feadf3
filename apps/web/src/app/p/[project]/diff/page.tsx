import type { Metadata } from 'next'
import { ChoosePair } from '../../../../features/diff/choose-pair.tsx'
import { DiffScreen } from '../../../../features/diff/diff-screen.tsx'
import { readPair } from '../../../../features/diff/read-pair.ts'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getProjectKey, orNotFound } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Settings diff' }

export default async function DiffPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const pair = readPair(await readSearchParams(searchParams))
  if ('ticked' in pair) {
    return (
      <PageFrame>
        <ChoosePair project={project} ticked={pair.ticked} />
      </PageFrame>
    )
  }
  const { runs } = await api()
  const [a, b, diff] = await orNotFound(
    Promise.all([
      runs.get({ project, runId: pair.a }),
      runs.get({ project, runId: pair.b }),
      runs.diff({ project, ...pair }),
    ]),
  )
  return (
    <PageFrame>
      <DiffScreen project={project} a={a} b={b} facts={diff.facts} same={diff.same} />
    </PageFrame>
  )
}
