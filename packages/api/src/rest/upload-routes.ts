import { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { importProject, tokenProject } from '../access/resolve-access.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { documentBudget, readJson } from '../http/read-body.ts'
import { uploadRun } from '../runs/upload-run.ts'
import { previewRaw } from '../uploads/preview-raw.ts'
import { removeChunks } from '../uploads/upload-chunks.ts'
import { uploadRaw } from '../uploads/upload-raw.ts'
import { onConflict, PreviewQuery, RawQuery } from './raw-upload-query.ts'
import { readImport } from './read-import.ts'
import { restRoute } from './route.ts'
import { RawUploadReceipt, Receipt } from './schemas.ts'

const RAW_BODIES = [
  { mediaType: 'application/gzip', description: 'A .tar.gz, or one .gz file' },
  { mediaType: 'application/x-tar', description: 'A .tar' },
  { mediaType: 'application/zip', description: 'A .zip' },
  { mediaType: 'text/plain', description: 'One file' },
  { mediaType: 'application/octet-stream', description: 'Any of these; recognized by content' },
  { mediaType: 'multipart/form-data', description: 'file, or the hashes of its chunks, and profile as YAML' },
]

/** Errors of every route that reads raw output. */
const RAW_ERRORS = [
  'body-malformed',
  'token-missing',
  'token-unknown',
  'scope-missing',
  'not-found',
  'body-too-large',
  'content-type-unknown',
  'query-invalid',
  'archive-refused',
  'profile-invalid',
  'chunks-missing',
] as const

export const uploadRoutes = [
  restRoute({
    method: 'put',
    path: '/api/v1/runs/{runId}',
    operationId: 'putRun',
    limit: 'upload',
    summary: 'Store one run under an id that the runner chose',
    description:
      'The run is stored in one transaction, and the response is sent after its commit. Repeating the same id and content responds 200 with the same body at any time; the same id with other content responds 422 and changes nothing.',
    access: 'upload',
    pathSchema: z.object({ runId: z.uuid() }),
    querySchema: z.strictObject({ onConflict }),
    bodies: [
      {
        mediaType: 'application/json',
        schema: UploadDocument,
        description: 'An upload document; Content-Encoding: gzip is allowed.',
      },
    ],
    answers: [
      { status: 201, description: 'Stored now', mediaType: 'application/json', schema: Receipt },
      { status: 200, description: 'Was stored already', mediaType: 'application/json', schema: Receipt },
    ],
    errors: [
      'body-malformed',
      'token-missing',
      'token-unknown',
      'scope-missing',
      'body-too-large',
      'content-type-unknown',
      'document-invalid',
      'run-differs',
      'contradiction',
      'result-conflict',
      'blob-differs',
    ],
    async handle({ request, services, caller, path, query }) {
      const access = tokenProject(services, caller, 'upload')
      if (!access.ok) return problemResponse(access.error)
      const budget = documentBudget()
      const body = await readJson(request, caller, budget)
      if (!body.ok) return problemResponse(body.error)
      const stored = await uploadRun(services, access.value, {
        input: body.value,
        budget,
        pathRunId: path.runId,
        onConflict: query.onConflict,
      })
      if (!stored.ok) return problemResponse(stored.error)
      return jsonResponse(stored.value, {
        status: stored.value.outcome === 'stored' ? 201 : 200,
        headers: { location: stored.value.url },
      })
    },
  }),
  restRoute({
    method: 'post',
    path: '/api/v1/uploads',
    operationId: 'postUpload',
    limit: 'upload',
    summary: 'Upload raw benchmark output, parsed on the server',
    description:
      'One file (plain, .gz or .zst, named by `name`), or a folder as .tar, .tar.gz, .tar.zst or .zip. What is not understood is reported by file and line, and the rest is stored; but when figures of a run contradict each other or are cut, nothing is stored unless skipRefused=true. A fact that nothing states, such as the machine, is a question (422 question-open, with the folder names that could answer it): nothing is stored until a parameter answers. A profile of your own goes in a multipart form: file=@results.tar.gz, profile=@profile.yaml; parameters may be parts of the form too.',
    access: 'upload',
    pathSchema: z.object({}),
    querySchema: RawQuery,
    bodies: RAW_BODIES,
    answers: [
      {
        status: 200,
        description: 'Stored runs, and problems of files that were not parsed',
        mediaType: 'application/json',
        schema: RawUploadReceipt,
      },
    ],
    errors: [
      ...RAW_ERRORS,
      'nothing-understood',
      'run-refused',
      'question-open',
      'results-contradict',
      'result-conflict',
      'too-heavy',
    ],
    async handle(call) {
      const { services, request, query } = call
      const read = await readImport(call)
      if (!read.ok) return problemResponse(read.error)
      const { access, chunks, ...sent } = read.value
      const stored = await uploadRaw(services, access, {
        ...sent,
        skipRefused: query.skipRefused === 'true',
        onConflict: query.onConflict,
        signal: request.signal,
      })
      if (!stored.ok) return problemResponse(stored.error)
      await removeChunks(services, access.project.id, chunks)
      return jsonResponse(stored.value)
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/import-profile',
    operationId: 'getImportProfile',
    summary: 'Import profile of a project',
    description:
      'Uploads and previews use this profile unless they name another. assay push reads it before it parses a folder.',
    access: 'upload',
    pathSchema: z.object({}),
    querySchema: RawQuery.pick({ project: true }),
    answers: [
      {
        status: 200,
        description: 'The profile as YAML; null when the project has none',
        mediaType: 'application/json',
        schema: z.object({ yaml: z.string().nullable() }).meta({ id: 'ImportProfile' }),
      },
    ],
    errors: ['token-missing', 'token-unknown', 'scope-missing', 'not-found', 'query-invalid'],
    async handle({ services, caller, query }) {
      const access = await importProject(services, caller, query.project)
      if (!access.ok) return problemResponse(access.error)
      const stored = await access.value.queries.importProfile.find()
      return jsonResponse({ yaml: stored?.yaml ?? null })
    },
  }),
  restRoute({
    method: 'post',
    path: '/api/v1/previews',
    operationId: 'postPreview',
    limit: 'upload',
    summary: 'Show the runs that raw benchmark output would become',
    description:
      'Takes the same files and parameters as POST /api/v1/uploads, and stores nothing. The answer lists the runs with the source and the confidence of each dimension, open questions and problems, as assay preview --json does.',
    access: 'upload',
    pathSchema: z.object({}),
    querySchema: PreviewQuery,
    bodies: RAW_BODIES,
    answers: [
      {
        status: 200,
        description: 'The runs, open questions, and problems by file and line',
        mediaType: 'application/json',
        schema: PreviewDocument,
      },
    ],
    errors: [...RAW_ERRORS, 'too-heavy'],
    async handle(call) {
      const read = await readImport(call)
      if (!read.ok) return problemResponse(read.error)
      const { access, chunks: _chunks, ...sent } = read.value
      const preview = await previewRaw(call.services, access, { ...sent, signal: call.request.signal })
      return preview.ok ? jsonResponse(preview.value) : problemResponse(preview.error)
    },
  }),
]
