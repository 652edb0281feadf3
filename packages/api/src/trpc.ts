import type { Result } from '@assay/domain/result'
import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import type { Caller, Verb } from './access/resolve-access.ts'
import { type AppError, ERRORS } from './errors.ts'
import { BUG, DATABASE_AWAY, isNotNow } from './http/fault.ts'
import { inputError } from './http/parse-input.ts'
import type { Services } from './services.ts'

/** The permission that a procedure needs; the access table is checked against it. */
export type Meta = { verb?: Verb }

export type Context = { services: Services; caller: Caller }

/** Carries an AppError through tRPC, so that the client gets code, detail and pointers as with REST. */
class AppFailure extends Error {
  readonly error: AppError
  constructor(error: AppError) {
    super(error.detail)
    this.error = error
  }
}

// Everything that crosses is plain JSON (times are ISO text), so there is no transformer to pay for.
const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const app = error.cause instanceof AppFailure ? error.cause.error : null
      const { stack: _stack, ...data } = shape.data
      // Formats input errors, because zod's own message is a list of issues as JSON.
      if (error.cause instanceof z.ZodError) {
        const unfit = inputError(error.cause.issues)
        return { ...shape, message: unfit.detail, data: { ...data, app: unfit } }
      }
      if (error.code !== 'INTERNAL_SERVER_ERROR') return { ...shape, data: { ...data, app } }
      // A fault of ours: its own message may name tables and addresses.
      if (!isNotNow(error)) return { ...shape, message: BUG, data: { ...data, app } }
      const { status: httpStatus, trpc: code } = ERRORS[DATABASE_AWAY.code]
      return { ...shape, message: DATABASE_AWAY.detail, data: { ...data, code, httpStatus, app: DATABASE_AWAY } }
    },
  })

export const { router, procedure, createCallerFactory } = t

/** The value, or the error thrown as tRPC wants it. */
export function orThrow<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value
  const { code, detail } = result.error
  throw new TRPCError({ code: ERRORS[code].trpc, message: detail, cause: new AppFailure(result.error) })
}
