import { Slug } from '@assay/domain/findings/notes/note-text'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { type AppErrorCode, appError } from '../errors.ts'
import { moveIfLong, moveIfPossible } from '../http/move-request.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { DOCUMENT_FORMATS } from '../pdf/document-formats.ts'
import { readFrozenFigures } from '../reports/read-frozen-figures.ts'
import { DraftAnswer, ReportDraft, saveDraft } from '../reports/write-reports.ts'
import { answerSent } from './answer-in-project.ts'
import { type RestRoute, restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const WithSlug = InProject.extend({ slug: Slug })
const REPORTS = '/api/v1/projects/{project}/reports'
const READ: AppErrorCode[] = ['token-unknown', 'not-found']

const ReportSummaryBody = z
  .object({
    id: z.uuid(),
    slug: Slug,
    title: z.string(),
    state: z.enum(['draft', 'version']),
    about: z.string(),
    headings: z.array(z.string()),
    authors: z.array(z.string()),
    version: z.int(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ReportSummary' })

/** Frozen figures of a report that are copied to a thread within milliseconds. */
const MANY_FIGURES = 3

export const reportRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: REPORTS,
    operationId: 'listReports',
    summary: 'Published reports',
    access: 'read',
    pathSchema: InProject,
    answers: [
      {
        status: 200,
        description: 'Newest first',
        mediaType: 'application/json',
        schema: z.object({ reports: z.array(ReportSummaryBody) }),
      },
    ],
    errors: READ,
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      return jsonResponse({ reports: await access.value.queries.reports.list() })
    },
  }),
  restRoute({
    method: 'get',
    path: `${REPORTS}/{slug}/export`,
    operationId: 'exportReport',
    summary: 'A version of a report with its frozen numbers, as a file',
    description: 'The newest version by default. HTML is one file that opens without a network.',
    access: 'read',
    pathSchema: WithSlug,
    querySchema: z.strictObject({
      format: z.enum(['markdown', 'html', 'pdf', 'json']).default('json'),
      version: z.coerce.number().int().min(1).max(1_000_000).optional(),
    }),
    answers: Object.values(DOCUMENT_FORMATS).map(({ mediaType }) => ({
      status: 200,
      description: 'The report',
      mediaType,
    })),
    errors: [...READ, 'query-invalid', 'too-heavy'],
    async handle({ services, caller, path: { project, slug }, query: { format, version: number } }) {
      const access = await projectFor(services, caller, project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const version = await access.value.queries.reports.findVersion(slug, number)
      if (version === null)
        return problemResponse(
          appError(
            'not-found',
            'There is no such version of a report. GET …/reports lists the reports and their versions.',
          ),
        )
      const figures = await readFrozenFigures(access.value, version)
      const origin = services.publicUrl
      const href = `${origin}${pathOfProject(access.value.project)}/reports/${version.slug}?version=${version.number}`
      const { mediaType, extension } = DOCUMENT_FORMATS[format]
      const report = { version, figures, origin, href }
      if (figures.length > MANY_FIGURES) await moveIfPossible()
      await moveIfLong(version.content.text)
      const options = { key: access.value.project.id, isSmall: format === 'json' }
      const file = await services.workers.run('export-report', { report, format }, options)
      if (!file.ok) return problemResponse(file.error)
      return new Response(file.value, {
        headers: {
          'content-type': format === 'pdf' ? mediaType : `${mediaType}; charset=utf-8`,
          'content-disposition': `attachment; filename="${version.slug}-${version.number}.${extension}"`,
          // File names contain text of users, so a response that is opened as a page must not load or run anything.
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        },
      })
    },
  }),
  restRoute({
    method: 'put',
    path: `${REPORTS}/{slug}`,
    operationId: 'saveReport',
    summary: 'Save the draft of a report',
    description:
      'Without a revision the report must be new. With a revision, a draft that another person saved meanwhile is not overwritten: the text is saved as a copy, and the `outcome` of the response is `kept`.',
    access: 'upload',
    pathSchema: WithSlug,
    bodies: [
      {
        mediaType: 'application/json',
        schema: ReportDraft,
        description: 'The text, and the revision that it is based on',
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The outcome: saved, or saved as a copy',
        mediaType: 'application/json',
        schema: DraftAnswer,
      },
    ],
    errors: [
      ...READ,
      ...(['token-missing', 'scope-missing', 'body-malformed', 'body-too-large', 'content-type-unknown'] as const),
      ...(['document-invalid', 'conflict'] as const),
    ],
    handle: (call) => answerSent(call, 'write', (access, sent) => saveDraft(access, call.path.slug, sent)),
  }),
]
