import type { Result } from '@assay/domain/result'
import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { PROCEDURE_ACCESS } from './access/procedure-access.ts'
import { refuseCaller } from './access/refuse-caller.ts'
import type { Caller, Verb } from './access/resolve-access.ts'
import { type AppError, ERRORS } from './errors.ts'
import { BUG, faultError, WorkRefused } from './http/fault.ts'
import { keepHere } from './http/move-request.ts'
import { inputError } from './http/parse-input.ts'
import type { UnpackBudget } from './http/unpack-budget.ts'
import { quotaError } from './quotas/quota-error.ts'
import type { Services } from './services.ts'

/** The permission that a procedure needs; the access table is checked against it. */
export type Meta = { verb?: Verb }

export type Context = {
  services: Services
  caller: Caller
  /** Counts what is unpacked for the request; absent when a page calls a procedure directly. */
  budget?: UnpackBudget | undefined
}

/** Carries an AppError through tRPC, so that the client gets code, detail and pointers as with REST. */
class AppFailure extends Error {
  readonly error: AppError
  constructor(error: AppError) {
    super(error.detail)
    this.error = error
  }
}

// All values are plain JSON (times are ISO text), so no transformer is needed.
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
      // The message of an internal error may contain names of tables and addresses, so it is replaced.
      const fault = faultError(error)
      if (fault === null) return { ...shape, message: BUG, data: { ...data, app } }
      const { status: httpStatus, trpc: code } = ERRORS[fault.code]
      return { ...shape, message: fault.detail, data: { ...data, code, httpStatus, app: fault } }
    },
  })

export const { router, createCallerFactory } = t

/**
 * A procedure whose callers are checked against the access table before its input is read: a mutation refuses callers
 * who could not use it in any project. Heavy procedures wait for the caller's turn.
 */
export const procedure = t.procedure.use(async ({ ctx, path, type, next, signal }) => {
  const refusal = type === 'mutation' ? refuseCall(path, ctx.caller) : null
  if (refusal !== null) throw trpcError(refusal)
  const done = await ctx.services.heavy.run({ caller: ctx.caller, name: path, signal }, () => {
    if (type === 'mutation') keepHere()
    return next()
  })
  const result = orThrow(done)
  const cause = result.ok ? null : result.error.cause
  const refused = cause instanceof WorkRefused ? cause.error : quotaError(cause)
  if (refused !== null) throw trpcError(refused)
  return result
})

/** The refusal of a caller who cannot use a procedure in any project; null for others, and for unknown procedures. */
export function refuseCall(path: string, caller: Caller): AppError | null {
  const need = Object.hasOwn(PROCEDURE_ACCESS, path) ? PROCEDURE_ACCESS[path] : undefined
  return need === undefined ? null : refuseCaller(need, caller)
}

/** Returns the value, or throws the error as a tRPC error. */
export function orThrow<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value
  throw trpcError(result.error)
}

/** Returns the error that a procedure refused a call with; null for a fault, which is a bug or a limit. */
export const refusalOf = (error: unknown): AppError | null =>
  error instanceof TRPCError && error.cause instanceof AppFailure ? error.cause.error : null

export const trpcError = (error: AppError): TRPCError =>
  new TRPCError({ code: ERRORS[error.code].trpc, message: error.detail, cause: new AppFailure(error) })
