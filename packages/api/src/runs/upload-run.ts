import type { DimensionContradiction, UploadRefusal } from '@assay/db/types'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, ok, type Result } from '@assay/domain/result'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { readDocument } from '@assay/domain/run/read-document'
import { redactDocument } from '@assay/domain/run/redact-document'
import { mayBeDerivedRunId, runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { storeAttachments } from '../attachments/store-attachments.ts'
import { type AppError, appError, type ErrorLocation } from '../errors.ts'
import type { UnpackBudget } from '../http/unpack-budget.ts'
import type { Services } from '../services.ts'
import { conflictError } from './conflict-error.ts'

/** Receipt of an upload: proof that the run is stored, and its address. */
export type Receipt = { runId: string; digest: string; outcome: 'stored' | 'already'; url: string }

/** `budget` counts what is unpacked together with the rest of the request that contains the document. */
export type RunUpload = {
  input: unknown
  pathRunId?: string
  onConflict: OnConflict
  budget?: UnpackBudget | undefined
}

const MAX_LOCATIONS = 50

/**
 * Stores one run, completely or not at all; returns after the commit. REST, tRPC and the demo data use it.
 *
 * @param input any value; it is checked against `UploadDocument` and `checkDocument`.
 * @param pathRunId the id in the URL, when there is one; it must not contradict the document's id.
 * @param onConflict how to store results whose dimensions are stored with other values; `stop` refuses the document.
 * Errors: `document-invalid` with JSON pointers, `run-differs`, `contradiction`, `result-conflict`, `blob-differs`.
 */
export async function uploadRun(
  services: Services,
  access: ProjectAccess,
  { input, pathRunId, onConflict, budget }: RunUpload,
): Promise<Result<Receipt, AppError>> {
  const prepared = prepareUpload(input, pathRunId)
  if (!prepared.ok) return prepared
  const { document, identity } = prepared.value
  const attached = await storeAttachments(services, access, document, budget)
  if (!attached.ok) return attached
  const stored = await access.queries.runs.upload({ document: attached.value, ...identity, onConflict })
  if (!stored.ok) return err(refusalError(stored.error, document))
  const { runId, digest, status } = stored.value
  return ok({
    runId,
    digest,
    outcome: status,
    url: `${services.publicUrl}${pathOfProject(access.project)}/runs/${runId}`,
  })
}

/**
 * Checks whether a document could be stored, without storing anything, so that a caller with many runs can refuse all
 * of them before the first is stored. Null when it could be stored at this moment.
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
  const document = redactDocument(parsed.value)
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
    `The ${kind} ${JSON.stringify(name)} is stored with ${field} ${stored}; this document has ${sent}. Nothing was stored: use another name, or correct the document.`,
    [{ pointer: pointerOf(refusal), message: `${field} is ${sent}, stored is ${stored}` }],
  )
}

/** Tests and metrics are lists, so the pointer ends at the list; other dimensions are one object. */
function pointerOf({ kind, field }: DimensionContradiction): string {
  if (kind === 'test') return '/tests'
  return kind === 'metric' ? '/metrics' : `/${kind}/${field.replaceAll('.', '/')}`
}

/** Parses a document, or returns its first 50 problems. */
export function parseDocument(input: unknown): Result<UploadDocument, AppError> {
  const read = readDocument(input)
  return read.ok ? read : err(invalid(read.error.map(({ pointer, message }) => ({ pointer, message }))))
}

function invalid(locations: readonly ErrorLocation[]): AppError {
  const first = locations[0]
  const more = locations.length > 1 ? ` and ${locations.length - 1} more` : ''
  const where = first?.pointer === '' ? 'the document' : first?.pointer
  return appError(
    'document-invalid',
    `${where}: ${first?.message}${more}. Nothing was stored.`,
    locations.slice(0, MAX_LOCATIONS),
  )
}

/**
 * Id and digest of a run. An id that an import derived from the values is compared by values alone, so the same run in
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
