import { parseStrictJson } from '../json/strict-json.ts'
import type { Problem } from '../parse/problem.ts'
import { readDocument } from '../run/read-document.ts'
import { redactDocument } from '../run/redact-document.ts'
import type { UploadDocument } from '../run/upload-document.ts'

/** Maximum number of reported problems of one document. */
const MAX_LOCATIONS = 20

/** A file of JSON, or of JSON Lines with a document on each line, as Parquet is read too. */
const READY_NAME = /\.(?:json|jsonl|ndjson|parquet)(?:\.(?:gz|zst))?$/
const JSON_LINES_NAME = /\.(?:jsonl|ndjson|parquet)(?:\.(?:gz|zst))?$/

/** True for the name of a file that may hold upload documents. */
export const isReadyName = (name: string): boolean => READY_NAME.test(name)

/** True when a JSON file must be upload documents, because it has a schema version. */
export function isUploadDocument(name: string, text: string): boolean {
  return isReadyName(name) && /^\s*[[{]/.test(text) && text.includes('"schemaVersion"')
}

/** The same for a file whose text is read on demand: only that of a JSON file is read. */
export const isReadyFile = (file: { path: string; text: string }): boolean =>
  isReadyName(file.path) && isUploadDocument(file.path, file.text)

type ReadDocuments = { documents: UploadDocument[]; problems: Problem[]; refusedRuns: number }

/**
 * Returns the upload documents of a file with one document, a list, or one on each line (.ndjson, .jsonl); each invalid
 * one is a problem with its location.
 */
export function readDocuments(file: string, text: string): ReadDocuments {
  if (!JSON_LINES_NAME.test(file)) return readJson(file, text)
  const all: ReadDocuments = { documents: [], problems: [], refusedRuns: 0 }
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const { documents, problems, refusedRuns } = readJson(file, line)
    all.documents.push(...documents)
    all.problems.push(...problems.map((problem) => ({ ...problem, line: index + 1 })))
    all.refusedRuns += refusedRuns
  }
  return all
}

function readJson(file: string, text: string): ReadDocuments {
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
  const problems = read.error.slice(0, MAX_LOCATIONS).map(({ pointer, message, isImpossible }): Problem => {
    const located = { file, message: `${prefix}${pointer} ${message}`.trimStart() }
    return isImpossible === true ? { ...located, refusesRun: true } : located
  })
  return { document: null, problems }
}
