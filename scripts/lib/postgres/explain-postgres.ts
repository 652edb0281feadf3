import { PlainError } from '../plain-error.ts'

const REASONS: { seen: RegExp; advice: string }[] = [
  {
    seen: /No space left on device/,
    advice: 'The disk is full. Free some space, or set ASSAY_DATA_DIR to a directory on another disk.',
  },
  {
    seen: /Permission denied/,
    advice:
      'The account that Postgres runs as may not reach it. Set ASSAY_DATA_DIR to a directory that it can pass into.',
  },
  {
    seen: /Address already in use/,
    advice: 'Its port is taken by another program.',
  },
  {
    seen: /initialized by PostgreSQL version/,
    advice:
      'The cluster was made by another major version of Postgres. Run: npx assay backup DIR, then npx assay restore DIR --replace (docs/operations.md).',
  },
  {
    seen: /lock file .* already exists/,
    advice: 'Another Postgres holds it. Stop that one first.',
  },
]

/**
 * Returns one sentence about why the embedded Postgres failed, with the last lines of its log when the reason is
 * unknown.
 */
export function explainPostgres(what: string, log: readonly string[], cause: unknown): PlainError {
  const text = log.join('\n')
  const known = REASONS.find(({ seen }) => seen.test(text))
  if (known !== undefined) return new PlainError(`The embedded Postgres ${what}. ${known.advice}`, { cause })
  const lastLines = text.trim().split('\n').slice(-12).join('\n')
  return new PlainError(`The embedded Postgres ${what}. It said:\n${lastLines}`, { cause })
}
