import { ok } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { OrganizationSlug, organizationFor } from '../organizations/organization-access.ts'
import { answerInProject } from './answer-in-project.ts'
import { type RestRoute, restRoute } from './route.ts'

const QuotasBody = z
  .object({
    quotas: z.array(
      z.object({
        kind: z.enum(['projects', 'members', 'runs', 'bytes', 'links']),
        used: z.number(),
        max: z.number().nullable().describe('null for no limit'),
      }),
    ),
  })
  .meta({ id: 'Quotas' })
const ANSWERS = [
  { status: 200, description: 'Used amount and limit of each kind', mediaType: 'application/json', schema: QuotasBody },
]

export const quotaRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/quotas',
    operationId: 'getProjectQuotas',
    summary: 'Quotas of a project, and how much of them is used',
    access: 'upload',
    pathSchema: z.object({ project: ProjectKey }),
    answers: ANSWERS,
    errors: ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found'],
    handle: (call) =>
      answerInProject(call, 'write', async ({ project }) =>
        ok(jsonResponse({ quotas: await call.services.db.quotas.ofProject(project) })),
      ),
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/organizations/{organization}/quotas',
    operationId: 'getOrganizationQuotas',
    summary: 'Quotas of an organization, and how much of them is used',
    access: 'upload',
    pathSchema: z.object({ organization: OrganizationSlug }),
    answers: ANSWERS,
    errors: ['token-missing', 'token-unknown', 'not-found'],
    async handle({ services, caller, path }) {
      const access = await organizationFor(services, caller, path.organization, 'read')
      if (!access.ok) return problemResponse(access.error)
      return jsonResponse({ quotas: await services.db.quotas.ofOrganization(access.value.organization.id) })
    },
  }),
]
