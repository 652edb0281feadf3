import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import { NewPlanScreen } from '../../../../../../features/runners/new-plan-screen.tsx'
import { planOfFields, readPlanFields } from '../../../../../../features/runners/plan-query.ts'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProjectKey } from '../../../../../../trpc/server-caller.ts'

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Plan runs' }

export default async function NewRunPlanPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const { runRequests } = await api()
  const runners = await runRequests.runners({ project })
  const mayWrite = (await getMayWrite(project)) === 'yes'
  const given = readPlanFields(await searchParams)
  const [first] = runners.flatMap(({ commands }) => commands)
  const fields = { ...given, command: given.command || (first?.name ?? '') }
  const planned = fields.values === '' ? null : planOfFields(fields)
  const draft =
    planned === null || 'problem' in planned || !mayWrite
      ? planned
      : await runRequests
          .previewPlan({ project, ...planned.plan })
          .then((previewed) => ({ ...planned, draft: previewed }))
          .catch((error: unknown) => {
            if (error instanceof TRPCError) return { problem: error.message }
            throw error
          })
  return (
    <PageFrame>
      <NewPlanScreen project={project} runners={runners} fields={fields} planned={draft} mayWrite={mayWrite} />
    </PageFrame>
  )
}
