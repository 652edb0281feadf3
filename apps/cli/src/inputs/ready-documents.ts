import { parseStrictJson } from '@assay/domain/json/strict-json'
import type { Problem } from '@assay/domain/parse/problem'
import { readDocument } from '@assay/domain/run/read-document'
import { redactDocument } from '@assay/domain/run/redact-document'
import type { UploadDocument } from '@assay/domain/run/upload-document'

/** Maximum number of reported problems of one document. */
const MAX_PLACES = 20

/** True when a JSON file must be upload documents, because it has a schema version. */
export function isUploadDocument(name: string, text: string): boolean {
  return /\.json(\.gz)?$/.test(name) && /^\s*[[{]/.test(text) && text.includes('"schemaVersion"')
}

/**
 * Returns the upload documents of a file with one document or a list; each invalid one is a problem with its location.
 */
export function readDocuments(
  file: string,
  text: string,
): { documents: UploadDocument[]; problems: Problem[]; refusedRuns: number } {
  const parsed = parseStrictJson(text)
  if (!parsed.ok) {
    const { pointer, message } = parsed.error
    return { documents: [], problems: [{ file, message: `${pointer} ${message}`.trimStart() }], refusedRuns: 0 }
  }
  const json = parsed.value
  const found = Array.isArray(json) ? json.map((item, i) => ({ item, prefix: `/${i}` })) : [{ item: json, prefix: '' }]
  const checked = found.map(({ item, prefix }) => checkUpload(item, { file, prefix }))
  return {
    documents: checked.flatMap(({ document }) => (document === null ? [] : [redactDocument(document)])),
    problems: checked.flatMap(({ problems }) => problems),
    refusedRuns: checked.filter(({ problems }) => problems.some(({ refusesRun }) => refusesRun)).length,
  }
}

/** Returns a validated document, or its problems by JSON pointer. */
export function checkUpload(
  value: unknown,
  { file, prefix }: { file: string; prefix: string },
): { document: UploadDocument | null; problems: Problem[] } {
  const read = readDocument(value)
  if (read.ok) return { document: read.value, problems: [] }
  const problems = read.error.slice(0, MAX_PLACES).map(({ pointer, message, isImpossible }): Problem => {
    const located = { file, message: `${prefix}${pointer} ${message}`.trimStart() }
    return isImpossible === true ? { ...located, refusesRun: true } : located
  })
  return { document: null, problems }
}
