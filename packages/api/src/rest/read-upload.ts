import { containerOf, isArchiveName } from '@assay/domain/import/archives/container'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import { LIMIT_BYTES } from '../http/body-size-limits.ts'
import { mediaType, readBytes } from '../http/read-body.ts'
import { UnpackBudget } from '../http/unpack-budget.ts'
import { openArchives, readAnyArchive } from '../uploads/open-archives.ts'
import type { RawFile } from '../uploads/read-archive.ts'
import { ChunkHashes, FormFacts } from './raw-upload-query.ts'

const RAW_TYPES = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/x-compressed-tar',
  'application/zip',
  'application/x-zip-compressed',
  'application/zstd',
  'text/plain',
  'text/tab-separated-values',
  'text/csv',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
])

/** The files of a raw upload; `budget` continues to count when packed files among them are unpacked. */
export type Sent = {
  files: RawFile[]
  profileYaml: string | null
  facts: FormFacts
  budget: UnpackBudget
  /** Hashes of the chunks that were stored before and joined; none for an upload that was sent as a whole. */
  chunks: readonly string[]
}

/** Joins chunks of an upload that were stored before. */
type JoinChunks = (sent: { chunks: readonly string[]; budget: UnpackBudget }) => Promise<Result<Buffer, AppError>>

/** Reads the body of a raw upload: a file, an archive, or a form that contains one of these or names its chunks. */
export async function readSent(
  request: Request,
  name: string | undefined,
  joinChunks: JoinChunks,
): Promise<Result<Sent, AppError>> {
  const budget = new UnpackBudget(LIMIT_BYTES.archiveUnpacked)
  const type = mediaType(request)
  if (type === 'multipart/form-data') return readForm(request, { name, budget, joinChunks })
  // curl --data-binary sends x-www-form-urlencoded by default, so that type is treated as raw bytes.
  if (!RAW_TYPES.has(type)) {
    return err(
      appError(
        'content-type-unknown',
        `Content-Type is ${type || 'missing'}; send text/plain, application/gzip, application/x-tar or multipart/form-data.`,
      ),
    )
  }
  const bytes = await readBytes(request, { packed: LIMIT_BYTES.archive, unpacked: LIMIT_BYTES.archiveUnpacked }, budget)
  if (!bytes.ok) return bytes
  const files = await filesOf(bytes.value, name, budget)
  return files.ok ? ok({ files: files.value, profileYaml: null, facts: {}, budget, chunks: [] }) : files
}

async function readForm(
  request: Request,
  { name, budget, joinChunks }: { name: string | undefined; budget: UnpackBudget; joinChunks: JoinChunks },
): Promise<Result<Sent, AppError>> {
  const bytes = await readBytes(request, { packed: LIMIT_BYTES.archive, unpacked: LIMIT_BYTES.archive }, budget)
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
  const sent = await readFormFile(form, { name, budget, joinChunks })
  if (!sent.ok) return sent
  const profile = form.get('profile')
  const profileYaml = profile instanceof File ? await profile.text() : profile
  const facts = readFormFacts(form)
  if (!facts.ok) return facts
  const files = await filesOf(sent.value.content, sent.value.name, budget)
  return files.ok
    ? ok({ files: files.value, profileYaml, facts: facts.value, budget, chunks: sent.value.chunks })
    : files
}

/** The content that a form holds as a file, or as the hashes of its chunks with the name in the query. */
async function readFormFile(
  form: FormData,
  { name, budget, joinChunks }: { name: string | undefined; budget: UnpackBudget; joinChunks: JoinChunks },
): Promise<Result<{ content: Buffer; name: string | undefined; chunks: readonly string[] }, AppError>> {
  const file = form.get('file')
  if (file instanceof File) return ok({ content: Buffer.from(await file.arrayBuffer()), name: file.name, chunks: [] })
  const listed = ChunkHashes.safeParse(form.get('chunks'))
  if (!listed.success)
    return err(appError('body-malformed', 'The form has no field "file" with a file. Add it: -F file=@results.tar.gz.'))
  const chunks = listed.data.split(',')
  const content = await joinChunks({ chunks, budget })
  return content.ok ? ok({ content: content.value, name, chunks }) : content
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['file', 'chunks', 'profile'])

function readFormFacts(form: FormData): Result<FormFacts, AppError> {
  const names = [...new Set(form.keys())].filter((name) => !OWN_FIELDS.has(name))
  const parts = names.map((name) => {
    const values = form.getAll(name)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  const parsed = FormFacts.safeParse(Object.fromEntries(parts))
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const part = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  return err(
    appError(
      'query-invalid',
      `The part ${JSON.stringify(String(part))} is not a field of the form. Remove it, or check its name.`,
    ),
  )
}

/** Reads one file, or those of an archive. The content decides, because curl sends the same type for both. */
async function filesOf(
  bytes: Buffer,
  name: string | undefined,
  budget: UnpackBudget,
): Promise<Result<RawFile[], AppError>> {
  if (bytes.length === 0) return err(appError('body-malformed', 'The body is empty; send a file or a .tar.gz.'))
  const container = containerOf(bytes)
  const isPackedFile = name !== undefined && /[^/]\.(?:gz|zst)$/.test(name) && !isArchiveName(name)
  if (container === 'tar' || ((container === 'gzip' || container === 'zstd') && !isPackedFile)) {
    const files = await readAnyArchive(bytes, budget)
    return files.ok ? openArchives(files.value, budget) : files
  }
  if (container === 'zip') return openArchives([{ path: zipName(name), bytes }], budget)
  if (name === undefined)
    return err(
      appError(
        'query-invalid',
        'This is not an archive (.tar, .tar.gz, .tar.zst, .zip). For a single file add &name=PATH, because product and version are read from the name.',
      ),
    )
  return ok([{ path: name, bytes }])
}

/** The name of a zip archive is a folder of its files, unless it has none. */
const zipName = (name: string | undefined): string =>
  name === undefined ? '.zip' : isArchiveName(name) ? name : `${name}.zip`
