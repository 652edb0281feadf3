import { readableText } from '@assay/domain/json/readable-text'
import { err, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { type AppError, appError } from '../errors.ts'

export type Field = 'name' | 'email' | 'password' | 'current' | 'code'

/** An error in one field of a form. */
export const fieldError = (field: Field, message: string): AppError =>
  appError('query-invalid', message, [{ pointer: `/${field}`, message }])

/** The error for a link from a mail that expired or was used before. */
export const LINK_EXPIRED = appError('not-found', 'This link was used already or has expired. Request a new one.')

/** Fields of an account, in the form in which they are stored. */
export const PersonName = readableText(
  z.string().trim().min(1, 'Enter a name.').max(100, 'Use at most 100 characters.'),
)
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This is too long to be an e-mail address.')
  .pipe(z.email('This is not an e-mail address, such as name@example.org.'))

/** Parses a field with its schema; returns the error for that field when it does not fit. */
export function readField<T>(field: Field, schema: z.ZodType<T>, text: string): Result<T, AppError> {
  const parsed = schema.safeParse(text)
  if (parsed.success) return { ok: true, value: parsed.data }
  return err(fieldError(field, parsed.error.issues[0]?.message ?? 'This value is invalid.'))
}
