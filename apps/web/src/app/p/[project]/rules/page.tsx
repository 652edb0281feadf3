import type { Metadata } from 'next'
import { readRuleForm } from '../../../../features/series/read-rule-form.ts'
import { RulesScreen } from '../../../../features/series/rules-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Rules' }

export default async function RulesPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const tried = readRuleForm(await readSearchParams(searchParams))
  const { rules } = await api()
  const [stored, trial] = await Promise.all([
    rules.list({ project }),
    tried === null ? null : rules.try({ project, rule: tried }),
  ])
  return (
    <PageFrame>
      <RulesScreen project={project} {...stored} tried={tried} trial={trial} />
    </PageFrame>
  )
}
