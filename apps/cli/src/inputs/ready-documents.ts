import { parseStrictJson } from '@assay/domain/json/strict-json'
import type { Problem } from '@assay/domain/parse/problem'
import { readDocument } from '@assay/domain/run/read-document'
import { redactDocument } from '@assay/domain/run/redact-document'
import type { UploadDocument } from '@assay/domain/run/upload-document'

/** More places of one document tell nobody more. */
const MAX_PLACES = 20

/** True when a JSON file can only be meant as upload documents: it says which version of their schema it follows. */
export function isUploadDocument(name: string, text: string): boolean {
  return /\.json(\.gz)?$/.test(name) && /^\s*[[{]/.test(text) && text.includes('"schemaVersion"')
}

/** The upload documents of a file that holds one, or a list of them; each that does not fit is a problem that says where. */
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

/** A document in its checked form, or what is wrong with it, each at its JSON pointer. */
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
