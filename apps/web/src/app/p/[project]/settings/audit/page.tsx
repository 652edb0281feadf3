import type { Metadata } from 'next'
import { filled, readAuditFilters } from '../../../../../features/audit/audit-filters.ts'
import { AuditScreen } from '../../../../../features/audit/audit-screen.tsx'
import { auditTitle } from '../../../../../features/audit/audit-title.ts'
import { auditCsvPath, auditPath, signedAuditPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { orRedirectToSignIn } from '../../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Audit log', robots: { index: false } }

export default async function AuditPage({ params, searchParams }: Props) {
  const { project } = await params
  const query = await readSearchParams(searchParams)
  const filters = readAuditFilters(query)
  const after = query.get('after')
  const input = { project, ...filled(filters), ...(after === null ? {} : { after }) }
  const client = await api()
  const page = await orRedirectToSignIn(client.audit.list(input), auditPath(project))
  const verification = query.get('verify') === '1' ? await client.audit.verify({ project }) : null
  return (
    <>
      <PageHeader
        title={auditTitle(page, query.size === 0)}
        summary="Changes of members, tokens, links and settings of this project."
      />
      <AuditScreen
        {...{ page, filters, verification }}
        path={auditPath(project)}
        csvPath={auditCsvPath(project)}
        signedPath={signedAuditPath(project)}
      />
    </>
  )
}
