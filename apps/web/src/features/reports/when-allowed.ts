import { TRPCError } from '@trpc/server'

/** The answer; null where the caller may not ask. */
export async function whenAllowed<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN')) return null
    throw error
  }
}
