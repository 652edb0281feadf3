import { err, ok, type Result } from '@assay/domain/result'
import type { z } from 'zod'
import { type AppError, appError, type ErrorLocation } from '../errors.ts'
import './issue-text.ts'

const MAX_REPORTED_ISSUES = 50

/** Returns the parsed input, or every field that does not match the schema as a JSON pointer. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): Result<z.infer<S>, AppError> {
  const parsed = schema.safeParse(input)
  return parsed.success ? ok(parsed.data) : err(inputError(parsed.error.issues))
}

/** Creates one error from the issues that a schema found in an input. */
export function inputError(issues: readonly z.core.$ZodIssue[]): AppError {
  const locations = issues.flatMap(locationsOf)
  const [first] = locations
  const more = locations.length > 1 ? ` and ${locations.length - 1} more` : ''
  const where = first?.pointer === '' ? 'the input' : first?.pointer
  return appError(
    'document-invalid',
    `${where}: ${first?.message}${more}. Nothing was stored.`,
    locations.slice(0, MAX_REPORTED_ISSUES),
  )
}

function locationsOf(issue: z.core.$ZodIssue): ErrorLocation[] {
  if (issue.code !== 'unrecognized_keys') return [{ pointer: toPointer(issue.path), message: issue.message }]
  return issue.keys.map((key) => ({
    pointer: toPointer([...issue.path, key]),
    message: `unknown field ${JSON.stringify(key)}`,
  }))
}

const toPointer = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
