import type { Metadata } from 'next'
import Link from 'next/link'
import { filled, readAuditFilters } from '../../../../features/audit/audit-filters.ts'
import { AuditScreen } from '../../../../features/audit/audit-screen.tsx'
import { auditTitle } from '../../../../features/audit/audit-title.ts'
import {
  organizationAuditCsvPath,
  organizationAuditPath,
  organizationPath,
  organizationSignedAuditPath,
} from '../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { orRedirectToSignIn } from '../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'

type Props = { params: Promise<{ organization: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Audit log', robots: { index: false } }

export default async function OrganizationAuditPage({ params, searchParams }: Props) {
  const { organization } = await params
  const query = await readSearchParams(searchParams)
  const filters = readAuditFilters(query)
  const path = organizationAuditPath(organization)
  const after = query.get('after')
  const input = { organization, ...filled(filters), ...(after === null ? {} : { after }) }
  const client = await api()
  const page = await orRedirectToSignIn(client.organizations.audit(input), path)
  const verification = query.get('verify') === '1' ? await client.organizations.verifyAudit({ organization }) : null
  return (
    <>
      <PageHeader
        above={<Link href={organizationPath(organization)}>{organization}</Link>}
        title={auditTitle(page, query.size === 0)}
        summary="Changes of members, invitations and projects."
      />
      <AuditScreen
        {...{ page, filters, verification, path }}
        csvPath={organizationAuditCsvPath(organization)}
        signedPath={organizationSignedAuditPath(organization)}
      />
    </>
  )
}
