import { z } from 'zod'
import { ProjectSlug } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { auditCsv } from '../audit/audit-csv.ts'
import { AuditInput, parseAuditInput } from '../audit/audit-input.ts'
import { problemResponse } from '../http/problem-document.ts'
import { OrganizationSlug, organizationFor } from '../organizations/organization-access.ts'
import { type RestRoute, restRoute } from './route.ts'

const Filters = AuditInput.omit({ after: true }).strict()
const CSV = [{ status: 200, description: 'A line for each change, the newest first', mediaType: 'text/csv' }]

const asFile = (name: string, body: ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-audit.csv"`,
    },
  })

export const auditRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/audit.csv',
    operationId: 'exportProjectAudit',
    limit: 'export',
    summary: 'Audit log of a project, for its maintainers',
    access: 'upload',
    pathSchema: z.object({ project: ProjectSlug }),
    querySchema: Filters,
    answers: CSV,
    errors: ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found', 'query-invalid'],
    async handle({ services, caller, path, query }) {
      const access = await projectFor(services, caller, path.project, 'manage')
      if (!access.ok) return problemResponse(access.error)
      const { audit } = access.value.queries
      return asFile(
        path.project,
        auditCsv((asked) => audit.list(asked), parseAuditInput(query).filters),
      )
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/organizations/{organization}/audit.csv',
    operationId: 'exportOrganizationAudit',
    limit: 'export',
    summary: 'Audit log of an organization, for its maintainers',
    access: 'upload',
    pathSchema: z.object({ organization: OrganizationSlug }),
    querySchema: Filters,
    answers: CSV,
    errors: ['token-missing', 'token-unknown', 'role-missing', 'not-found', 'query-invalid'],
    async handle({ services, caller, path, query }) {
      const access = await organizationFor(services, caller, path.organization, 'manage')
      if (!access.ok) return problemResponse(access.error)
      const { id } = access.value.organization
      const list = services.db.organizations.events
      return asFile(
        path.organization,
        auditCsv((asked) => list(id, asked), parseAuditInput(query).filters),
      )
    },
  }),
]
