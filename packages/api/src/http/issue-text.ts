import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

// Applies to every schema of this process, including tRPC's own. Explicit messages of a schema are not changed.
z.config({ customError: issueText })

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  datetime: 'a time with its zone, such as 2026-11-21T10:00:00Z',
  date: 'a day, such as 2026-11-21',
  email: 'an e-mail address',
  url: 'the address of a page',
  uuid: 'a UUID',
}

/** The message of an issue as a predicate that follows the field's name: `is missing`. Undefined leaves it to zod. */
function issueText(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format': {
      const format = FORMATS[issue.format]
      return format === undefined ? undefined : `must be ${format}`
    }
    case 'unrecognized_keys':
      return `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_union':
      return unionText(issue)
    default:
      return undefined
  }
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') return Number(minimum) === 1 ? 'is empty' : `needs ${minimum} characters at least`
  return origin === 'array' ? `needs ${minimum} entries at least` : `must be ${minimum} at least`
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `is longer than ${maximum} characters`
  return origin === 'array' ? `has more than ${maximum} entries` : `must be ${maximum} at most`
}

/**
 * For a discriminated union, lists its choices; for other unions, reports the issues of the last member, because the
 * earlier ones are shorthands.
 */
function unionText(issue: Extract<Issue, { code: 'invalid_union' }>): string | undefined {
  if ('options' in issue && Array.isArray(issue.options)) return `must be ${oneOf(issue.options)}`
  return issue.errors.at(-1)?.[0]?.message
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map(String)
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(', ')}`
}
