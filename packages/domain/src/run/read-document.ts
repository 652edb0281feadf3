import type { z } from 'zod'
import { err, ok, type Result } from '../result.ts'
import { checkDocument, type DocumentIssue } from './check-document.ts'
import { UploadDocument } from './upload-document.ts'

/** Parses a value as an upload document in its checked form, or returns all issues with their JSON pointers. */
export function readDocument(value: unknown): Result<UploadDocument, DocumentIssue[]> {
  const parsed = UploadDocument.safeParse(value)
  if (!parsed.success) return err(parsed.error.issues.flatMap(issuesOf))
  const issues = checkDocument(parsed.data)
  return issues.length === 0 ? ok(parsed.data) : err(issues)
}

function issuesOf(issue: z.core.$ZodIssue): DocumentIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: toPointer([...issue.path, key]),
      message: `unknown field ${JSON.stringify(key)}`,
    }))
  }
  return [{ pointer: toPointer(issue.path), message: issue.message }]
}

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
