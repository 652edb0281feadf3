import { TRPCError } from '@trpc/server'
import { notFound, redirect } from 'next/navigation'
import { signInPath } from '../paths.ts'

/**
 * The answer to who may have it. Who is signed out is led to the sign-in and back to `path`; to who has not the role
 * the page is not there.
 */
export async function orSignIn<T>(answer: Promise<T>, path: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    if (error.code === 'UNAUTHORIZED') redirect(signInPath({ next: path }))
    if (['NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST'].includes(error.code)) notFound()
    throw error
  }
}
