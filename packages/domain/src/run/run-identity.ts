import { canonicalJson } from '../json/canonical-json.ts'
import type { UploadDocument } from './upload-document.ts'
import { uuidFromHex } from './uuid-from-hex.ts'

/**
 * The text whose sha256 identifies what a run says. Keys are sorted, absent and undefined are the same; `runId`,
 * `source`, `attachments` and what is known of the profiles among them take no part, so the same figures met in two summaries are one run.
 */
export function runContent(document: UploadDocument): string {
  const { runId: _runId, source: _source, attachments: _attachments, profiles: _profiles, ...content } = document
  return canonicalJson(content)
}

/** False when an id was certainly not made by `runIdFromSha256`, without hashing anything. */
export const mayBeDerivedRunId = (runId: string): boolean => runId.charAt(14) === '8'

/** A UUID (version 8, RFC 9562) from the first 32 hex digits of a sha256. */
export const runIdFromSha256 = (sha256Hex: string): string => uuidFromHex(sha256Hex, '8')
