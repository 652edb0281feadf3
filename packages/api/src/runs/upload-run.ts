import { gunzipSync } from 'node:zlib'
import type { DimensionContradiction, UploadRefusal } from '@assay/db/types'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { redact } from '@assay/domain/parse/redact'
import { err, ok, type Result } from '@assay/domain/result'
import { checkDocument } from '@assay/domain/run/check-document'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { mayBeDerivedRunId, runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import { UploadDocument } from '@assay/domain/run/upload-document'
import type { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError, type ErrorPlace } from '../errors.ts'
import { LIMIT_BYTES } from '../http/read-body.ts'
import type { Services } from '../services.ts'
import { conflictError } from './conflict-error.ts'

/** Receipt of an upload: proof that the run is stored, and its address. */
export type Receipt = { runId: string; digest: string; outcome: 'stored' | 'already'; url: string }

const MAX_PLACES = 50

/**
 * Stores one run, completely or not at all; returns after the commit. REST, tRPC and the demo data use this.
 *
 * @param input anything; it is checked against `UploadDocument` and `checkDocument`.
 * @param pathRunId the id in the address, where there is one; it must not contradict the document's.
 * @param onConflict how to store results whose coordinates are stored with other values; `stop` refuses the document.
 * Errors: `document-invalid` with JSON pointers, `run-differs`, `contradiction`, `result-conflict`, `blob-differs`.
 */
export async function uploadRun(
  services: Services,
  access: ProjectAccess,
  { input, pathRunId, onConflict }: { input: unknown; pathRunId?: string; onConflict: OnConflict },
): Promise<Result<Receipt, AppError>> {
  const prepared = prepareUpload(input, pathRunId)
  if (!prepared.ok) return prepared
  const { document, identity } = prepared.value
  const attached = await storeAttachments(services, access, document)
  if (!attached.ok) return attached
  const stored = await access.queries.runs.upload({ document: attached.value, ...identity, onConflict })
  if (!stored.ok) return err(refusalError(stored.error, document))
  const { runId, digest, status } = stored.value
  return ok({ runId, digest, outcome: status, url: `${services.publicUrl}/p/${access.project.slug}/runs/${runId}` })
}

/**
 * Checks that a document would be stored, without storing anything, so that a caller with many runs can refuse all of them
 * before the first is stored. Null when nothing is against it at this moment.
 */
export async function checkUpload(
  access: ProjectAccess,
  { input, onConflict }: { input: unknown; onConflict: OnConflict },
): Promise<AppError | null> {
  const prepared = prepareUpload(input)
  if (!prepared.ok) return prepared.error
  const { document, identity } = prepared.value
  const refusal = await access.queries.runs.checkUpload({ document, ...identity, onConflict })
  return refusal === null ? null : refusalError(refusal, document)
}

function prepareUpload(input: unknown, pathRunId?: string) {
  const parsed = parseDocument(input)
  if (!parsed.ok) return parsed
  const document = withoutSecrets(parsed.value)
  if (
    pathRunId !== undefined &&
    document.runId !== undefined &&
    document.runId.toLowerCase() !== pathRunId.toLowerCase()
  ) {
    return err(invalid([{ pointer: '/runId', message: `is ${document.runId}, but the address says ${pathRunId}` }]))
  }
  return ok({ document, identity: identify(document, pathRunId) })
}

function refusalError(refusal: UploadRefusal, document: UploadDocument): AppError {
  if (refusal.code === 'result-conflict') return conflictError(refusal.differences, document)
  if (refusal.code === 'run-differs') {
    return appError(
      'run-differs',
      `Run ${refusal.runId} is stored with other content; nothing was changed. A run is never edited: use a new id.`,
    )
  }
  const { kind, name, field, stored, sent } = refusal
  return appError(
    'contradiction',
    `The ${kind} ${JSON.stringify(name)} is stored with ${field} ${stored}; this document says ${sent}. Nothing was stored: use another name, or correct the document.`,
    [{ pointer: pointerOf(refusal), message: `${field} is ${sent}, stored is ${stored}` }],
  )
}

/** Tests and metrics are in lists, so the pointer ends at the list; other dimensions are one object. */
function pointerOf({ kind, field }: DimensionContradiction): string {
  if (kind === 'test') return '/tests'
  return kind === 'metric' ? '/metrics' : `/${kind}/${field.replaceAll('.', '/')}`
}

/** The parsed document, or the first 50 problems. */
export function parseDocument(input: unknown): Result<UploadDocument, AppError> {
  const parsed = UploadDocument.safeParse(input)
  if (!parsed.success) return err(invalid(parsed.error.issues.flatMap((issue) => placesOf(issue, []))))
  const issues = checkDocument(parsed.data)
  const places = issues.map(({ pointer, message }) => ({ pointer, message }))
  return places.length === 0 ? ok(parsed.data) : err(invalid(places))
}

function invalid(places: readonly ErrorPlace[]): AppError {
  const first = places[0]
  const more = places.length > 1 ? ` and ${places.length - 1} more` : ''
  const where = first?.pointer === '' ? 'the document' : first?.pointer
  return appError(
    'document-invalid',
    `${where}: ${first?.message}${more}. Nothing was stored.`,
    places.slice(0, MAX_PLACES),
  )
}

function placesOf(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): ErrorPlace[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: toPointer([...path, key]),
      message: `unknown field ${JSON.stringify(key)}`,
    }))
  }
  return [{ pointer: toPointer(path), message: issue.message }]
}

const toPointer = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * Commands and config texts are shown to readers, so passwords and home paths are removed before anything is stored.
 */
function withoutSecrets(document: UploadDocument): UploadDocument {
  return {
    ...document,
    config:
      document.config.text === undefined ? document.config : { ...document.config, text: redact(document.config.text) },
    results: document.results.map((result) => ({
      ...result,
      ...(result.command === undefined ? {} : { command: redact(result.command) }),
      ...(result.statusReason === undefined ? {} : { statusReason: redact(result.statusReason) }),
    })),
  }
}

/**
 * Id and digest of a run. An id made from the figures (imports) is compared by figures alone, so the same run met in
 * two summaries is one; an id that the runner chose is compared by everything in the document.
 */
function identify(document: UploadDocument, pathRunId: string | undefined): { runId: string; digest: string } {
  const chosen = (pathRunId ?? document.runId)?.toLowerCase()
  if (chosen === undefined || mayBeDerivedRunId(chosen)) {
    const figures = sha256Hex(runContent(document))
    const derived = runIdFromSha256(figures)
    if (chosen === undefined || chosen === derived) return { runId: derived, digest: figures }
  }
  const { runId: _runId, attachments = [], ...rest } = document
  const listed = attachments.map(({ name, sha256 }) => ({ name, sha256 }))
  return { runId: chosen, digest: sha256Hex(canonicalJson({ ...rest, attachments: listed })) }
}

/** Stores inline files, and checks that files sent before exist. */
async function storeAttachments(
  services: Services,
  { project }: ProjectAccess,
  document: UploadDocument,
): Promise<Result<UploadDocument, AppError>> {
  if (document.attachments === undefined) return ok(document)
  const contents: (Buffer | null)[] = []
  const places: ErrorPlace[] = []
  for (const [index, { contentGzipBase64, sha256, name }] of document.attachments.entries()) {
    const pointer = `/attachments/${index}`
    if (contentGzipBase64 === undefined) {
      contents.push(null)
      if (await services.attachments.has(project.id, sha256)) continue
      places.push({
        pointer: `${pointer}/sha256`,
        message: `content of ${JSON.stringify(name)} was not sent; PUT it to the blobs of this project first`,
      })
      continue
    }
    const content = unpackInline(contentGzipBase64)
    contents.push(content)
    if (content === null)
      places.push({ pointer: `${pointer}/contentGzipBase64`, message: 'is not gzip data within 64 MB' })
    else if (sha256Hex(content) !== sha256) {
      places.push({
        pointer: `${pointer}/sha256`,
        message: `does not match the content, whose sha256 is ${sha256Hex(content)}`,
      })
    }
  }
  if (places.length > 0) return err(appError('blob-differs', `${places[0]?.pointer}: ${places[0]?.message}.`, places))
  const stored = []
  for (const [index, { contentGzipBase64: _content, ...attachment }] of document.attachments.entries()) {
    const content = contents[index]
    if (!content) {
      stored.push(attachment)
      continue
    }
    const kept = redactContent(content)
    stored.push({ ...attachment, sha256: await services.attachments.put(project.id, kept), sizeBytes: kept.length })
  }
  return ok({ ...document, attachments: stored })
}

function unpackInline(base64: string): Buffer | null {
  try {
    return gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: LIMIT_BYTES.documentUnpacked })
  } catch {
    return null
  }
}

/** Removes passwords and home paths from text; binary content is stored as it was sent. */
export function redactContent(content: Buffer): Buffer {
  if (content.includes(0)) return content
  const text = content.toString('utf8')
  const redacted = redact(text)
  return redacted === text ? content : Buffer.from(redacted, 'utf8')
}
