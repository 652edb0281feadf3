import { TRPCError } from '@trpc/server'
import { notFound, redirect } from 'next/navigation'
import { signInPath } from '../paths.ts'

/**
 * Returns the result. Anonymous users are redirected to sign-in and back to `path`; users without the role get a 404.
 */
export async function orRedirectToSignIn<T>(answer: Promise<T>, path: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    if (error.code === 'UNAUTHORIZED') redirect(signInPath({ next: path }))
    if (['NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST'].includes(error.code)) notFound()
    throw error
  }
}
