import { Readable } from 'node:stream'
import { type ImportProfile, parseImportProfile } from '@assay/domain/import/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/shipped-profiles'
import { STATED_FIELDS, stateFact } from '@assay/domain/import/stated-facts'
import { err, ok, type Result } from '@assay/domain/result'
import { OnConflict } from '@assay/domain/run/on-conflict'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { tokenProject } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem.ts'
import { LIMIT_BYTES, mediaType, readBytes, readJson } from '../http/read-body.ts'
import { uploadRun } from '../runs/upload-run.ts'
import { type RawFile, readArchive } from '../uploads/read-archive.ts'
import { type Overrides, uploadRaw } from '../uploads/upload-raw.ts'
import { restRoute } from './route.ts'
import { RawUploadReceipt, Receipt } from './schemas.ts'

const text = z.string().min(1).max(200)

const onConflict = OnConflict.default('stop').describe(
  'what to do when a result has the coordinates of a stored one and another value: refuse with 409, store a further repeat, or replace the stored value in comparisons',
)

/** Facts that file names do not state can be stated in the query, by the names of the upload document. */
const RawQuery = z.strictObject({
  project: text.optional().describe('slug of the project; the token decides when it is left out'),
  profile: text.default('archive').describe('name of the import profile that says what file names mean'),
  name: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('path of a single file, such as sb.o.point-query.range100.pk1.dop8'),
  product: text.optional(),
  version: text.optional(),
  build: text.optional(),
  compiler: text.optional(),
  config: text.optional(),
  hardware: text.optional(),
  workload: text.optional(),
  repeat: z.coerce.number().int().min(1).max(100_000).optional(),
  skipRefused: z
    .enum(['true', 'false'])
    .optional()
    .describe('true stores the other runs when figures of one contradict each other or are cut'),
  onConflict,
  param: z
    .union([text, z.array(text)])
    .optional()
    .describe('name=value, any number of times'),
  set: z
    .union([text, z.array(text)])
    .optional()
    .describe(`FIELD=VALUE, any number of times, for any other fact: ${STATED_FIELDS.join(', ')}, params.NAME`),
})

/** Facts may also stand in the parts of a form; those of the query win. */
const FormFacts = RawQuery.omit({ project: true, profile: true, name: true, skipRefused: true, onConflict: true })
type FormFacts = z.infer<typeof FormFacts>

export const uploadRoutes = [
  restRoute({
    method: 'put',
    path: '/api/v1/runs/{runId}',
    operationId: 'putRun',
    limit: 'upload',
    summary: 'Store one run under an id that the runner made',
    description:
      'Whole or not at all, answered after the commit. The same id and content again, now or in a year, is 200 with the same answer; the same id with other content is 422 and changes nothing.',
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
      const body = await readJson(request, caller)
      if (!body.ok) return problemResponse(body.error)
      const stored = await uploadRun(services, access.value, {
        input: body.value,
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
    summary: 'Store raw benchmark output, parsed here',
    description:
      'One file (plain or .gz, named by `name`), or a .tar or .tar.gz of a folder. What is not understood is reported by file and line, and the rest is stored; but when figures of a run contradict each other or are cut, nothing is stored unless skipRefused=true. A fact that nothing states, such as the machine, is a question (422 question-open, with the folder names that could answer it): nothing is stored until a parameter answers. A profile of your own goes in a multipart form: file=@results.tar.gz, profile=@profile.yaml; parameters may be parts of the form too.',
    access: 'upload',
    pathSchema: z.object({}),
    querySchema: RawQuery,
    bodies: [
      { mediaType: 'application/gzip', description: 'A .tar.gz, or one .gz file' },
      { mediaType: 'application/x-tar', description: 'A .tar' },
      { mediaType: 'text/plain', description: 'One file' },
      { mediaType: 'application/octet-stream', description: 'Any of these; told apart by content' },
      { mediaType: 'multipart/form-data', description: 'file, and profile as YAML' },
    ],
    answers: [
      {
        status: 200,
        description: 'What was stored and what was not understood',
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
        profile: profile.value,
        overrides: overrides.value,
        skipRefused: query.skipRefused === 'true',
        onConflict: query.onConflict,
      })
      return stored.ok ? jsonResponse(stored.value) : problemResponse(stored.error)
    },
  }),
]

const RAW_TYPES = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/x-compressed-tar',
  'text/plain',
  'text/tab-separated-values',
  'text/csv',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
])

type Sent = { files: RawFile[]; profileYaml: string | null; facts: FormFacts }

async function readSent(request: Request, name: string | undefined): Promise<Result<Sent, AppError>> {
  const type = mediaType(request)
  if (type === 'multipart/form-data') return readForm(request)
  // curl --data-binary says x-www-form-urlencoded unless told otherwise, so that one is taken as raw bytes.
  if (!RAW_TYPES.has(type)) {
    return err(
      appError(
        'content-type-unknown',
        `Content-Type is ${type || 'missing'}; send text/plain, application/gzip, application/x-tar or multipart/form-data.`,
      ),
    )
  }
  const bytes = await readBytes(request, { packed: LIMIT_BYTES.archive, unpacked: LIMIT_BYTES.archiveUnpacked })
  if (!bytes.ok) return bytes
  const files = await filesOf(bytes.value, name)
  return files.ok ? ok({ files: files.value, profileYaml: null, facts: {} }) : files
}

async function readForm(request: Request): Promise<Result<Sent, AppError>> {
  const bytes = await readBytes(request, { packed: LIMIT_BYTES.archive, unpacked: LIMIT_BYTES.archive })
  if (!bytes.ok) return bytes
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  let form: FormData
  try {
    form = await new Response(new Uint8Array(bytes.value), { headers }).formData()
  } catch {
    return err(
      appError(
        'body-malformed',
        'The multipart form cannot be read; send it with curl -F file=@FILE -F profile=@PROFILE.',
      ),
    )
  }
  const file = form.get('file')
  if (!(file instanceof File)) return err(appError('body-malformed', 'The form has no part "file" that holds a file.'))
  const profile = form.get('profile')
  const profileYaml = profile instanceof File ? await profile.text() : profile
  const facts = readFormFacts(form)
  if (!facts.ok) return facts
  const files = await filesOf(Buffer.from(await file.arrayBuffer()), file.name)
  return files.ok ? ok({ files: files.value, profileYaml, facts: facts.value }) : files
}

function readFormFacts(form: FormData): Result<FormFacts, AppError> {
  const names = [...new Set(form.keys())].filter((name) => name !== 'file' && name !== 'profile')
  const parts = names.map((name) => {
    const values = form.getAll(name)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  const parsed = FormFacts.safeParse(Object.fromEntries(parts))
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const part = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  return err(appError('query-invalid', `The part ${JSON.stringify(String(part))} of the form is not understood.`))
}

/** One file, or those of an archive; told apart by content, since curl names every body alike. */
async function filesOf(bytes: Buffer, name: string | undefined): Promise<Result<RawFile[], AppError>> {
  if (bytes.length === 0) return err(appError('body-malformed', 'The body is empty; send a file or a .tar.gz.'))
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (isTar(bytes)) return readArchive(Readable.from([bytes]), false)
  if (isGzip && !(name !== undefined && /[^/]\.gz$/.test(name) && !/\.(tar\.gz|tgz)$/.test(name)))
    return readArchive(Readable.from([bytes]), true)
  if (name === undefined)
    return err(
      appError(
        'query-invalid',
        'This is no archive (.tar, .tar.gz), and a single file needs its name: add &name=PATH, for names carry the metadata.',
      ),
    )
  return ok([{ path: name, bytes }])
}

/** A tar archive says `ustar` at byte 257 (POSIX.1-1988). */
const isTar = (bytes: Buffer) => bytes.length > 262 && bytes.toString('latin1', 257, 262) === 'ustar'

function chooseProfile(name: string, inline: string | null): Result<ImportProfile, AppError> {
  const yaml = inline ?? shippedProfile(name)
  if (yaml === undefined) {
    const known = Object.keys(SHIPPED_PROFILES).join(', ')
    return err(
      appError(
        'profile-invalid',
        `There is no import profile ${JSON.stringify(name)}; known: ${known}. Send your own as a part of a form.`,
      ),
    )
  }
  const parsed = parseImportProfile(yaml)
  if (parsed.ok) return parsed
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
