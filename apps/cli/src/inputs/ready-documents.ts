import { parseStrictJson } from '@assay/domain/json/strict-json'
import type { Problem } from '@assay/domain/parse/problem'
import { redact } from '@assay/domain/parse/redact'
import { checkDocument, type DocumentIssue } from '@assay/domain/run/check-document'
import { UploadDocument } from '@assay/domain/run/upload-document'
import type { z } from 'zod'

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
    documents: checked.flatMap(({ document }) => (document === null ? [] : [withoutSecrets(document)])),
    problems: checked.flatMap(({ problems }) => problems),
    refusedRuns: checked.filter(({ problems }) => problems.some(({ refusesRun }) => refusesRun)).length,
  }
}

/** Passwords and home paths go before anything is written to disk; the server would remove them too. */
function withoutSecrets(document: UploadDocument): UploadDocument {
  const { config, results } = document
  return {
    ...document,
    config: config.text === undefined ? config : { ...config, text: redact(config.text) },
    results: results.map((result) => ({
      ...result,
      ...(result.command === undefined ? {} : { command: redact(result.command) }),
      ...(result.statusReason === undefined ? {} : { statusReason: redact(result.statusReason) }),
    })),
  }
}

/** A document in its checked form, or what is wrong with it, each at its JSON pointer. */
export function checkUpload(
  value: unknown,
  { file, prefix }: { file: string; prefix: string },
): { document: UploadDocument | null; problems: Problem[] } {
  const parsed = UploadDocument.safeParse(value)
  const places: DocumentIssue[] = parsed.success ? checkDocument(parsed.data) : parsed.error.issues.flatMap(placesOf)
  const problems = places.slice(0, MAX_PLACES).map(({ pointer, message, isImpossible }): Problem => {
    const told = { file, message: `${prefix}${pointer} ${message}`.trimStart() }
    return isImpossible === true ? { ...told, refusesRun: true } : told
  })
  return { document: parsed.success && problems.length === 0 ? parsed.data : null, problems }
}

function placesOf(issue: z.core.$ZodIssue): { pointer: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: toPointer([...issue.path, key]),
      message: `unknown field ${JSON.stringify(key)}`,
    }))
  }
  return [{ pointer: toPointer(issue.path), message: issue.message }]
}

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
