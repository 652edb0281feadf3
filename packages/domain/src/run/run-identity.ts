import { canonicalJson } from '../json/canonical-json.ts'
import type { UploadDocument } from './upload-document.ts'
import { uuidFromHex } from './uuid-from-hex.ts'

/**
 * The text whose sha256 identifies the content of a run. Keys are sorted; absent and undefined are equal. `runId`,
 * `source`, `attachments` and facts about attached profiles are left out, so the same figures in two summaries are one
 * run.
 */
export function runContent(document: UploadDocument): string {
  const { runId: _runId, source: _source, attachments: _attachments, profiles: _profiles, ...content } = document
  return canonicalJson(content)
}

/** False when an id was certainly not derived by `runIdFromSha256`. It needs no hashing. */
export const mayBeDerivedRunId = (runId: string): boolean => runId.charAt(14) === '8'

/** A UUID (version 8, RFC 9562) from the first 32 hex digits of a sha256. */
export const runIdFromSha256 = (sha256Hex: string): string => uuidFromHex(sha256Hex, '8')
