import type { DatedFinding } from '@assay/db/types'
import { FindingDirection, FindingState, OPEN_FINDING_STATES } from '@assay/domain/findings/finding'
import { findingTitle } from '@assay/domain/findings/finding-words'
import { FindingFilters, StoredFinding } from '@assay/domain/findings/stored-finding'
import { describeFinding } from '@assay/domain/notifications/finding-notification'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, ok } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { jsonResponse } from '../http/problem-document.ts'
import type { Services } from '../services.ts'
import { answerInProject } from './answer-in-project.ts'
import { listOf, restRoute } from './route.ts'

const MAX_FINDINGS = 500

const FindingQuery = z.strictObject({
  product: listOf(z.string().max(500)).optional(),
  hardware: listOf(z.string().max(500)).optional(),
  state: listOf(z.union([FindingState, z.literal('all')]))
    .optional()
    .describe('`new`, `acknowledged` and `confirmed` by default; `all` for every state'),
  direction: listOf(FindingDirection).optional().describe('`worse` is a regression, `better` an improvement'),
  least: z.coerce.number().min(0).max(10).default(0).describe('minimum distance of the median ratio from 1'),
  since: z.iso.datetime({ offset: true }).optional().describe('only findings that were found or changed since'),
  cursor: z.string().max(200).optional().describe('`nextCursor` of the previous page'),
  limit: z.coerce.number().int().min(1).max(MAX_FINDINGS).default(100),
})

const FindingBody = StoredFinding.extend({
  url: z.string().describe('address of its page'),
  title: z.string().describe('versions, machine and number of tests in one line'),
  text: z.string().describe('size, cause and largest tests in sentences'),
  measuredAt: z.string().nullable().describe('start of the first run of the newer version on the machine'),
})

/** Findings for other programs: annotations of a dashboard, trackers, reports. */
export const findingRoutes = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/findings',
    operationId: 'listFindings',
    summary: 'Regressions and improvements between versions, the largest first, page by page',
    access: 'read',
    pathSchema: z.object({ project: ProjectKey }),
    querySchema: FindingQuery,
    answers: [
      {
        ...{ status: 200, description: 'A page of findings', mediaType: 'application/json' },
        schema: z.object({ findings: z.array(FindingBody), nextCursor: z.string().nullable() }),
      },
    ],
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    handle: (call) =>
      answerInProject(call, 'read', async (access) => {
        const { since, cursor, limit, state = [...OPEN_FINDING_STATES], ...filters } = call.query
        const states = state.length === 0 ? OPEN_FINDING_STATES : state.filter((one) => one !== 'all')
        const page = await access.queries.findings.page({
          filters: FindingFilters.parse({ ...filters, state: state.includes('all') ? [] : states }),
          since: since === undefined ? null : new Date(since),
          ...{ after: cursor ?? null, limit },
        })
        if (page === null) return err(unknownCursor())
        const findings = page.findings.map((finding) => asBody(call.services, access, finding))
        return ok(jsonResponse({ findings, nextCursor: page.next }))
      }),
  }),
]

function asBody(
  { publicUrl }: Services,
  { project }: ProjectAccess,
  finding: DatedFinding,
): z.infer<typeof FindingBody> {
  const { id, createdAt: at } = finding
  const url = `${publicUrl}${pathOfProject(project)}/findings/${id}`
  const { sentences } = describeFinding({ id, kind: 'found', by: 'Assay', note: null, at, project, finding, url })
  return { ...finding, url, title: findingTitle(finding), text: sentences.join(' ') }
}

const unknownCursor = () =>
  appError(
    'query-invalid',
    'The cursor does not belong to this list. Pass nextCursor of the previous page, or no cursor.',
  )
