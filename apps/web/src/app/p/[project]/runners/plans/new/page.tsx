import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import { NewPlanScreen } from '../../../../../../features/runners/new-plan-screen.tsx'
import {
  completePlanFields,
  planOfFields,
  readPlanFields,
  readPlanOrigin,
} from '../../../../../../features/runners/plan-query.ts'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProjectKey } from '../../../../../../trpc/server-caller.ts'

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Plan runs' }

export default async function NewRunPlanPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const { runRequests, comparisons } = await api()
  const [runners, { options }] = await Promise.all([runRequests.runners({ project }), comparisons.pairs({ project })])
  const mayWrite = (await getMayWrite(project)) === 'yes'
  const query = await searchParams
  const known = { runners, products: options }
  const fields = completePlanFields(readPlanFields(query), readPlanOrigin(query), known)
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
