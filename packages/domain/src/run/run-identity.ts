import { canonicalJson } from '../json/canonical-json.ts'
import type { UploadDocument } from './upload-document.ts'

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
export function runIdFromSha256(sha256Hex: string): string {
  const hex = sha256Hex.slice(0, 32)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
