import { fromQuery } from '@assay/domain/compare/comparison-url'
import { Annotation, NewAnnotation } from '@assay/domain/findings/notes/annotation'
import { KnownBug, NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { Slug } from '@assay/domain/findings/notes/note-text'
import { NewSavedComparison, SavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { err, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { type ProjectAccess, projectFor } from '../access/resolve-access.ts'
import { EXPORT_FORMATS, FormatName } from '../comparisons/export-grid.ts'
import { readExport } from '../comparisons/read-comparison.ts'
import { type AppError, type AppErrorCode, appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import { addAnnotation, deletedOrNotFound, saveComparison, saveKnownBug } from '../notes/write-notes.ts'
import { type RestCall, type RestRoute, restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const WithSlug = InProject.extend({ slug: Slug })
const WithId = InProject.extend({ id: z.uuid() })

const READ: AppErrorCode[] = ['token-unknown', 'not-found']
const REMOVE: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'not-found']
const WRITE: AppErrorCode[] = [
  ...REMOVE,
  'body-malformed',
  'body-too-large',
  'content-type-unknown',
  'document-invalid',
  'quota-exceeded',
]

const BUGS = '/api/v1/projects/{project}/known-bugs'
const ANNOTATIONS = '/api/v1/projects/{project}/annotations'
const SAVED = '/api/v1/projects/{project}/saved-comparisons'

type Path = { project: string }
type NoteCall<P extends Path> = Pick<RestCall<P>, 'services' | 'caller' | 'path' | 'request'>

async function answerRead<P extends Path>(
  { services, caller, path }: NoteCall<P>,
  ask: (access: ProjectAccess) => Promise<unknown>,
): Promise<Response> {
  const access = await projectFor(services, caller, path.project, 'read')
  if (!access.ok) return problemResponse(access.error)
  const answer = await ask(access.value)
  return answer === null
    ? problemResponse(
        appError('not-found', 'This project has no entry with this name. GET the list and check the name.'),
      )
    : jsonResponse(answer)
}

async function answerWrite<P extends Path>(
  { services, caller, path, request }: NoteCall<P>,
  write: (access: ProjectAccess, body: unknown) => Promise<Result<unknown, AppError>>,
): Promise<Response> {
  const access = await projectFor(services, caller, path.project, 'write')
  if (!access.ok) return problemResponse(access.error)
  const body = request.method === 'DELETE' ? null : await readJson(request, caller)
  const answer =
    body === null ? await write(access.value, null) : body.ok ? await write(access.value, body.value) : err(body.error)
  if (!answer.ok) return problemResponse(answer.error)
  return request.method === 'DELETE' ? new Response(null, { status: 204 }) : jsonResponse(answer.value)
}

type Shown = { description: string; schema: z.ZodType }
const json = ({ description, schema }: Shown) => [{ status: 200, description, mediaType: 'application/json', schema }]
const body = (schema: z.ZodType, description: string) => [{ mediaType: 'application/json', schema, description }]
const GONE = [{ status: 204, description: 'Deleted' }]

const listRoute = (
  path: string,
  operationId: string,
  { summary, answer, list }: { summary: string; answer: Shown; list: (access: ProjectAccess) => Promise<unknown> },
) =>
  restRoute({
    method: 'get',
    path,
    operationId,
    summary,
    access: 'read',
    pathSchema: InProject,
    answers: json(answer),
    errors: READ,
    handle: (call) => answerRead(call, list),
  })

const findRoute = (
  path: string,
  operationId: string,
  {
    summary,
    answer,
    find,
  }: { summary: string; answer: Shown; find: (access: ProjectAccess, slug: string) => Promise<unknown> },
) =>
  restRoute({
    method: 'get',
    path: `${path}/{slug}`,
    operationId,
    summary,
    access: 'read',
    pathSchema: WithSlug,
    answers: json(answer),
    errors: READ,
    handle: (call) => answerRead(call, (access) => find(access, call.path.slug)),
  })

const removeRoute = (
  path: string,
  operationId: string,
  { noun, remove }: { noun: string; remove: (access: ProjectAccess, slug: string) => Promise<boolean> },
) =>
  restRoute({
    method: 'delete',
    path: `${path}/{slug}`,
    operationId,
    summary: `Delete a ${noun}`,
    access: 'upload',
    pathSchema: WithSlug,
    answers: GONE,
    errors: REMOVE,
    handle: (call) =>
      answerWrite(call, async (access) => deletedOrNotFound(await remove(access, call.path.slug), noun)),
  })

export const noteRoutes: readonly RestRoute[] = [
  listRoute(BUGS, 'listKnownBugs', {
    summary: 'Known bugs, which mark the results that they affect',
    answer: { description: 'By product', schema: z.object({ knownBugs: z.array(KnownBug) }) },
    list: async ({ queries }) => ({ knownBugs: await queries.knownBugs.list() }),
  }),
  restRoute({
    method: 'post',
    path: BUGS,
    operationId: 'saveKnownBug',
    summary: 'Create a known bug, or replace the one with that product and number',
    access: 'upload',
    pathSchema: InProject,
    bodies: body(NewKnownBug, 'The bug'),
    answers: json({ description: 'The stored bug', schema: KnownBug }),
    errors: WRITE,
    handle: (call) => answerWrite(call, saveKnownBug),
  }),
  findRoute(BUGS, 'getKnownBug', {
    summary: 'One known bug',
    answer: { description: 'The bug', schema: KnownBug },
    find: ({ queries }, slug) => queries.knownBugs.find(slug),
  }),
  removeRoute(BUGS, 'removeKnownBug', {
    noun: 'known bug',
    remove: ({ queries }, slug) => queries.knownBugs.remove(slug),
  }),
  listRoute(ANNOTATIONS, 'listAnnotations', {
    summary: 'Notes on versions, runs and cells',
    answer: { description: 'Oldest first', schema: z.object({ annotations: z.array(Annotation) }) },
    list: async ({ queries }) => ({ annotations: await queries.annotations.list() }),
  }),
  restRoute({
    method: 'post',
    path: ANNOTATIONS,
    operationId: 'addAnnotation',
    summary: 'Add a note on a version, a run or a cell',
    description:
      'A version is identified by product and version, a run by runId, a cell by the dimensions of its axes. The note is a footnote wherever such a result is shown.',
    access: 'upload',
    pathSchema: InProject,
    bodies: body(NewAnnotation, 'The note'),
    answers: json({ description: 'The stored note', schema: Annotation }),
    errors: WRITE,
    handle: (call) => answerWrite(call, addAnnotation),
  }),
  restRoute({
    method: 'delete',
    path: `${ANNOTATIONS}/{id}`,
    operationId: 'removeAnnotation',
    summary: 'Delete a note',
    access: 'upload',
    pathSchema: WithId,
    answers: GONE,
    errors: REMOVE,
    handle: (call) =>
      answerWrite(call, async ({ queries }) =>
        deletedOrNotFound(await queries.annotations.remove(call.path.id), 'note'),
      ),
  }),
  listRoute(SAVED, 'listSavedComparisons', {
    summary: 'Saved comparisons',
    answer: { description: 'Oldest first', schema: z.object({ savedComparisons: z.array(SavedComparison) }) },
    list: async ({ queries }) => ({ savedComparisons: await queries.savedComparisons.list() }),
  }),
  findRoute(SAVED, 'getSavedComparison', {
    summary: 'One saved comparison; compare returns its numbers for its query',
    answer: { description: 'The saved comparison', schema: SavedComparison },
    find: ({ queries }, slug) => queries.savedComparisons.find(slug),
  }),
  restRoute({
    method: 'get',
    path: `${SAVED}/{slug}/export`,
    operationId: 'exportSavedComparison',
    limit: 'export',
    summary: 'The numbers of a saved comparison in one of five formats, with its edited tl;dr',
    access: 'read',
    pathSchema: WithSlug,
    querySchema: z.strictObject({ format: FormatName.default('json') }),
    answers: Object.values(EXPORT_FORMATS).map(({ mediaType }) => ({
      status: 200,
      description: 'The comparison',
      mediaType,
    })),
    errors: [...READ, 'query-invalid'],
    async handle({ services, caller, path, query: { format } }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const saved = await access.value.queries.savedComparisons.find(path.slug)
      if (saved === null)
        return problemResponse(
          appError('not-found', 'There is no such saved comparison. GET …/saved-comparisons lists them.'),
        )
      const { comparison } = fromQuery(saved.query)
      const request = { format, edited: saved.tldr, origin: services.publicUrl }
      const text = await readExport(access.value, comparison, request)
      return new Response(text, {
        headers: {
          'content-type': `${EXPORT_FORMATS[format].mediaType}; charset=utf-8`,
          // Names contain text of users, so an image that is opened as a page must not load or run anything.
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        },
      })
    },
  }),
  restRoute({
    method: 'put',
    path: `${SAVED}/{slug}`,
    operationId: 'saveComparison',
    summary: 'Save a comparison, or replace the one with that name',
    access: 'upload',
    pathSchema: WithSlug,
    bodies: body(NewSavedComparison, 'The comparison'),
    answers: json({ description: 'The stored comparison', schema: SavedComparison }),
    errors: [...WRITE, 'query-invalid'],
    handle: (call) => answerWrite(call, (access, sent) => saveComparison(access, call.path.slug, sent)),
  }),
  removeRoute(SAVED, 'removeSavedComparison', {
    noun: 'saved comparison',
    remove: ({ queries }, slug) => queries.savedComparisons.remove(slug),
  }),
]
