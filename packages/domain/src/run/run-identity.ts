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

/** JSON with sorted keys and no white space: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    // Lists of plain values are nearly all of a document, and the platform writes them much faster.
    if (value.every(isPlain)) return JSON.stringify(value)
    let text = '['
    for (let index = 0; index < value.length; index++) {
      if (index > 0) text += ','
      text += canonicalJson(value[index] ?? null)
    }
    return `${text}]`
  }
  // Documents are plain data, so an object has string keys and nothing behind them but values.
  if (value !== null && typeof value === 'object') return canonicalObject(value as Readonly<Record<string, unknown>>)
  return JSON.stringify(value)
}

/** Written with loops: every upload goes through here with all that it holds. */
function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let text = '{'
  for (const key of Object.keys(value).sort()) {
    const item = value[key]
    if (item === undefined) continue
    if (text.length > 1) text += ','
    text += `${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `${text}}`
}

const isPlain = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'string'
