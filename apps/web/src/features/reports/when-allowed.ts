import { TRPCError } from '@trpc/server'

/** Resolves to null when the caller lacks the permission. */
export const whenAllowed = <T>(answer: Promise<T>): Promise<T | null> => unless(answer, ['UNAUTHORIZED', 'FORBIDDEN'])

/** Resolves to null when no item has that name. */
export const whenThere = <T>(answer: Promise<T>): Promise<T | null> => unless(answer, ['NOT_FOUND'])

async function unless<T>(answer: Promise<T>, codes: readonly TRPCError['code'][]): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof TRPCError && codes.includes(error.code)) return null
    throw error
  }
}
