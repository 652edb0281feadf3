import { parseImportProfile } from '@assay/domain/import/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/shipped-profiles'
import { stateFact } from '@assay/domain/import/stated-facts'
import { err, ok, type Result } from '@assay/domain/result'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { tokenProject } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { documentBudget, readJson } from '../http/read-body.ts'
import { uploadRun } from '../runs/upload-run.ts'
import { type Overrides, uploadRaw } from '../uploads/upload-raw.ts'
import { type FormFacts, onConflict, RawQuery } from './raw-upload-query.ts'
import { readSent } from './read-upload.ts'
import { restRoute } from './route.ts'
import { RawUploadReceipt, Receipt } from './schemas.ts'

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
      'One file (plain or .gz, named by `name`), or a .tar or .tar.gz of a folder. What is not understood is reported by file and line, and the rest is stored; but when figures of a run contradict each other or are cut, nothing is stored unless skipRefused=true. A fact that nothing states, such as the machine, is a question (422 question-open, with the folder names that could answer it): nothing is stored until a parameter answers. A profile of your own goes in a multipart form: file=@results.tar.gz, profile=@profile.yaml; parameters may be parts of the form too.',
    access: 'upload',
    pathSchema: z.object({}),
    querySchema: RawQuery,
    bodies: [
      { mediaType: 'application/gzip', description: 'A .tar.gz, or one .gz file' },
      { mediaType: 'application/x-tar', description: 'A .tar' },
      { mediaType: 'text/plain', description: 'One file' },
      { mediaType: 'application/octet-stream', description: 'Any of these; recognized by content' },
      { mediaType: 'multipart/form-data', description: 'file, and profile as YAML' },
    ],
    answers: [
      {
        status: 200,
        description: 'Stored runs, and problems of files that were not parsed',
        mediaType: 'application/json',
        schema: RawUploadReceipt,
      },
    ],
    errors: [
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
      'nothing-understood',
      'run-refused',
      'question-open',
      'results-contradict',
      'result-conflict',
      'too-heavy',
    ],
    async handle({ request, services, caller, query }) {
      const access = tokenProject(services, caller, 'upload', query.project)
      if (!access.ok) return problemResponse(access.error)
      const sent = await readSent(request, query.name)
      if (!sent.ok) return problemResponse(sent.error)
      const profile = chooseProfile(query.profile, sent.value.profileYaml)
      if (!profile.ok) return problemResponse(profile.error)
      const overrides = overridesOf({ ...sent.value.facts, ...query })
      if (!overrides.ok) return problemResponse(overrides.error)
      const stored = await uploadRaw(services, access.value, {
        files: sent.value.files,
        budget: sent.value.budget,
        profileYaml: profile.value,
        overrides: overrides.value,
        skipRefused: query.skipRefused === 'true',
        onConflict: query.onConflict,
        signal: request.signal,
      })
      return stored.ok ? jsonResponse(stored.value) : problemResponse(stored.error)
    },
  }),
]

function chooseProfile(name: string, inline: string | null): Result<string, AppError> {
  const yaml = inline ?? shippedProfile(name)
  if (yaml === undefined) {
    const known = Object.keys(SHIPPED_PROFILES).join(', ')
    return err(
      appError(
        'profile-invalid',
        `There is no import profile ${JSON.stringify(name)}; known: ${known}. Send your own profile in the form field "profile".`,
      ),
    )
  }
  const parsed = parseImportProfile(yaml)
  if (parsed.ok) return ok(yaml)
  const { message, line } = parsed.error
  return err(
    appError('profile-invalid', `The import profile is not valid: ${message}`, [
      { file: 'profile', ...(line === undefined ? {} : { line }), message },
    ]),
  )
}

const shippedProfile = (name: string): string | undefined => new Map(Object.entries(SHIPPED_PROFILES)).get(name)

function overridesOf(
  query: FormFacts & {
    project?: unknown
    profile?: unknown
    name?: unknown
    skipRefused?: unknown
    onConflict?: unknown
  },
): Result<Overrides, AppError> {
  const {
    project: _project,
    profile: _profile,
    name: _name,
    skipRefused: _skipRefused,
    onConflict: _onConflict,
    param,
    set,
    compiler,
    ...given
  } = query
  const params: Record<string, string | number> = Object.create(null)
  for (const pair of param === undefined ? [] : [param].flat()) {
    const at = pair.indexOf('=')
    if (at < 1) return err(appError('query-invalid', `param ${JSON.stringify(pair)} is not of the form name=value.`))
    const value = pair.slice(at + 1)
    params[pair.slice(0, at)] = value !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  }
  let stated: Overrides = compiler === undefined ? {} : { fields: { compiler } }
  for (const pair of set === undefined ? [] : [set].flat()) {
    const fact = stateFact(stated, pair)
    if (!fact.ok) return err(appError('query-invalid', `set: ${fact.error}.`))
    stated = fact.value
  }
  const overrides = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const all = { ...stated.params, ...params }
  return ok({ ...stated, ...overrides, ...(Object.keys(all).length > 0 ? { params: all } : {}) })
}
