import { badgeSvg } from '@assay/charts/svg/badge-svg'
import { OPEN_FINDING_STATES } from '@assay/domain/findings/finding'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { plural } from '@assay/domain/plural'
import { ok } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { answerInProject } from './answer-in-project.ts'
import { listOf, restRoute } from './route.ts'

/** More open regressions than this are shown as `100+`. */
const MAX_COUNTED = 100

const BadgeQuery = z.strictObject({
  product: listOf(z.string().max(500)).optional(),
  hardware: listOf(z.string().max(500)).optional(),
})

/** The badge of a project for a README. */
export const badgeRoute = restRoute({
  method: 'get',
  path: '/api/v1/projects/{project}/badge',
  operationId: 'getBadge',
  summary: 'Badge for a README: the number of open regressions',
  description:
    'A public project needs no token. GitHub sends none, so the badge of a private project is fetched by a job and published with its pages.',
  access: 'read',
  pathSchema: z.object({ project: ProjectKey }),
  querySchema: BadgeQuery,
  answers: [{ status: 200, description: 'The badge', mediaType: 'image/svg+xml' }],
  errors: ['token-unknown', 'not-found', 'query-invalid'],
  handle: (call) =>
    answerInProject(call, 'read', async (access) => {
      const { text, isGood } = await badgeOf(access, call.query)
      return ok(
        new Response(badgeSvg('performance', text, isGood), {
          headers: {
            'content-type': 'image/svg+xml; charset=utf-8',
            'cache-control': 'no-cache',
            'content-security-policy': "default-src 'none'; sandbox",
            'cross-origin-resource-policy': 'cross-origin',
          },
        }),
      )
    }),
})

async function badgeOf(
  { queries }: ProjectAccess,
  filters: z.infer<typeof BadgeQuery>,
): Promise<{ text: string; isGood: boolean }> {
  if ((await queries.versions.list()).length === 0) return { text: 'no results', isGood: false }
  const regressions = FindingFilters.parse({ ...filters, state: OPEN_FINDING_STATES, direction: ['worse'] })
  const page = await queries.findings.page({ filters: regressions, since: null, after: null, limit: MAX_COUNTED })
  const count = page?.findings.length ?? 0
  if (count === 0) return { text: 'no open regressions', isGood: true }
  const isAll = page?.next == null
  return { text: isAll ? plural(count, 'open regression') : `${count}+ open regressions`, isGood: false }
}
